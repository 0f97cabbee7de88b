import { pathSegments } from '../../base/normalize-path.ts';
import { pathsOverlap } from '../../base/paths-overlap.ts';
import { SHORT_ID_PATTERN, shortIdOf } from '../../base/short-id.ts';

/** How it is known that an observation was used. */
export type FeedbackEvidence = 'cited' | 'path-touched' | 'explicit';

/** An observation that a session was given. */
export interface InjectedObservation {
  readonly id: string;
  readonly paths: readonly string[];
  /** Milliseconds since 1970, of the first time. */
  readonly injectedAt: number;
}

/** What an event of a session tells; the record is the activities room's. */
export interface SessionEvent {
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
}

/** Looks at the events of one session, in any order and in as many parts as there are. */
export interface EvidenceFinder {
  look(events: readonly SessionEvent[]): void;
  /** What is proven so far, by observation. A citation counts more than a path. */
  readonly found: ReadonlyMap<string, FeedbackEvidence>;
}

/** What the agent itself said or did. */
const OWN_WORDS: ReadonlySet<string> = new Set(['thought', 'action', 'response']);

/** A file that was only read is none: what is injected about a file is injected because it is being read. */
const TOUCHING: ReadonlySet<unknown> = new Set(['lastEditedFile', 'lastDeletedFile']);

/** A rendered line of a block, classic or compact. An event that repeats what was injected cites nothing. */
const BLOCK_LINE = new RegExp(
  `- \\[[0-9a-f-]{36}\\][^\\n]{0,700}?\\(weight: \\d\\.\\d\\d\\)|- \\[${SHORT_ID_PATTERN}\\] \\d{4}-\\d\\d-\\d\\d [^\\n]{0,1200}`,
  'giu',
);

/** An id, whole or short, or a part of a whole one that is long enough to mean it. */
const ID_TOKEN = new RegExp(`(?<![0-9a-z-])(?:[0-9a-f]{8}[0-9a-f-]{0,28}|${SHORT_ID_PATTERN})(?![0-9a-z-])`, 'giu');

/** An observation with both of its ids. */
interface NamedObservation {
  readonly id: string;
  readonly shortId: string;
}

/** Finds out which injected observations a session used. Bystanders have no entry. Contract 10. */
export function createEvidenceFinder(injected: readonly InjectedObservation[]): EvidenceFinder {
  const found = new Map<string, FeedbackEvidence>();
  const files = injected.map((row) => ({
    ...row,
    shortId: shortIdOf(row.id),
    segments: row.paths.map(pathSegments),
  }));
  const look = (event: SessionEvent): void => {
    for (const id of citedIds(event, files)) found.set(id, 'cited');
    const touched = touchedPath(event);
    if (touched === null) return;
    for (const { id, injectedAt, segments } of files) {
      if (found.has(id) || event.occurredAt < injectedAt) continue;
      if (segments.some((path) => pathsOverlap(path, touched))) found.set(id, 'path-touched');
    }
  };
  return { look: (events) => events.forEach(look), found };
}

/** Times do not matter: nobody cites an id before it was given, whatever the clocks of two machines say. */
function citedIds({ type, body }: SessionEvent, injected: readonly NamedObservation[]): string[] {
  if (!OWN_WORDS.has(type)) return [];
  const text = JSON.stringify(body)
    .replaceAll(String.raw`\n`, '\n')
    .replaceAll(BLOCK_LINE, ' ')
    .toLowerCase();
  const tokens = new Set(text.match(ID_TOKEN));
  return [...tokens].flatMap((token) => onlyOneNamed(token, injected) ?? []);
}

/**
 * The id that a token names: whole, short, by its beginning of eight characters or more, or by its last group. UUIDv7s of one minute begin
 * alike, so a short form that fits two of the session's observations names none.
 */
function onlyOneNamed(token: string, injected: readonly NamedObservation[]): string | null {
  const named = injected.filter(
    ({ id, shortId }) => shortId === token || id.startsWith(token) || id.slice(-12) === token,
  );
  return named.length === 1 ? named[0]!.id : null;
}

function touchedPath({ type, body }: SessionEvent): string[] | null {
  const { key, value } = body;
  return type === 'context' && TOUCHING.has(key) && typeof value === 'string' ? pathSegments(value) : null;
}
