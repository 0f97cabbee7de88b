import type { ScopeRow } from '../observations/observation.ts';

/** What the index is told of one observation. Recall maps observations to it; nothing here names a table. */
export interface SearchDocument {
  readonly id: string;
  readonly text: string;
  /** Files the statement is about. Any spelling; the index normalises. */
  readonly paths: readonly string[];
  /** Who said it. Searched as a field of its own. */
  readonly speaker?: string;
  /** Wall-clock ms when the statement was made. A query never finds what was made after its `now`. */
  readonly createdAt: number;
  readonly sessionId?: string;
  readonly namespace?: string;
  readonly projectId: string | null;
  /** Wall-clock ms from which on it is not found. */
  readonly validTo?: number;
  /**
   * Part of a dialogue: what was said just before and after it belongs to it, and a session with one good match is
   * worth more. Set it for transcripts; never for commits, because the commits of a day are not one session.
   */
  readonly conversational: boolean;
  /**
   * Part of a remembered talk: a question that is long enough is held against all that its session said, and the session is found once, by the
   * part that answers best. (Default: false)
   */
  readonly talk?: boolean;
  /** Order inside its session, where `createdAt` does not tell. (Default: by `createdAt`, then id) */
  readonly position?: number;
}

/**
 * What the index needs of a row. A row of a session counts as part of a conversation when it says who spoke, or is of kind
 * 'message' (an exchange of two speakers has no one speaker): only there do neighbours and the session bonus help
 * (measured: +12 points of recall@10 on dialogues, none on commits). What was captured stands by itself, although its metadata
 * name the user: one such row would put its whole scope on the slow way of scoring dialogues.
 */
export function toSearchDocument(row: ScopeRow): SearchDocument {
  const { paths = [], speaker, namespace, sessionId, capture } = row.metadata;
  // As everywhere else: what the metadata name is the session of a row that has none of its own.
  const session = row.sessionId ?? sessionId;
  // What was captured has a role, "user", in place of a name: a word of many questions.
  const name = capture === undefined ? speaker : undefined;
  const isSaid = row.kind === 'message' || name !== undefined;
  return {
    id: row.id,
    text: row.content,
    paths,
    createdAt: typeof row.createdAt === 'number' ? row.createdAt : Date.parse(row.createdAt),
    projectId: row.projectId,
    conversational: session !== undefined && isSaid,
    ...(session !== undefined && row.kind === 'exchange' ? { talk: true } : {}),
    ...(name === undefined ? {} : { speaker: name }),
    ...(session === undefined ? {} : { sessionId: session }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(row.validTo === null ? {} : { validTo: Date.parse(row.validTo) }),
  };
}
