import { momentOf } from '../../base/moment-of.ts';
import type { ScopeRow } from '../observations/observation.ts';
import type { SearchDocument } from './search-document.ts';

/**
 * What the index needs of a row. A row of a session counts as part of a conversation when it says who spoke, or is of kind
 * 'message' (an exchange of two speakers has no one speaker): only there do neighbours and the session bonus help
 * (measured: +12 points of recall@10 on dialogues, none on commits).
 */
export function toSearchDocument(row: ScopeRow): SearchDocument {
  const { paths = [], speaker, namespace, sessionId } = row.metadata;
  // As everywhere else: what the metadata name is the session of a row that has none of its own.
  const session = row.sessionId ?? sessionId;
  return {
    id: row.id,
    text: row.content,
    paths,
    createdAt: typeof row.createdAt === 'number' ? row.createdAt : momentOf(row.createdAt),
    projectId: row.projectId,
    conversational: session !== undefined && (speaker !== undefined || row.kind === 'message'),
    ...(session !== undefined && row.kind === 'exchange' ? { talk: true } : {}),
    ...(speaker === undefined ? {} : { speaker }),
    ...(session === undefined ? {} : { sessionId: session }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(row.validTo === null ? {} : { validTo: Date.parse(row.validTo) }),
  };
}
