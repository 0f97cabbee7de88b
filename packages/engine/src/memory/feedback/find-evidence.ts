import { pathSegments, pathsOverlap } from '../../base/normalize-path.ts';
import { SHORT_ID_PATTERN, shortHashOf, shortIdOf } from '../../base/text/short-id.ts';

/**
 * How an observation was used. `cited`: its id, or words that only it brought, stand in what the agent said or committed. `followed`: a file that it
 * names was edited after it was shown. `touched`: such a file was only read. `explicit`: somebody gave a verdict. What was only touched moves no weight.
 */
export type FeedbackEvidence = 'cited' | 'followed' | 'touched' | 'explicit';

/** What a session itself shows. */
type SeenEvidence = Exclude<FeedbackEvidence, 'explicit'>;

/** An observation that a session was given. */
export interface InjectedObservation {
  readonly id: string;
  readonly paths: readonly string[];
  readonly content: string;
  /** The full hash, of a commit. */
  readonly commit?: string | null;
  /** The session of an exchange: its exchanges stand in a block as one talk, under one id, and are used as one. */
  readonly talk?: string | null;
  /** Milliseconds since 1970, of the first time. What happened in the same one may have brought it, so only what came later counts. */
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
  /** The strongest that is proven so far, by observation. */
  readonly found: ReadonlyMap<string, SeenEvidence>;
}

/** What the agent itself said or did. */
const OWN_WORDS: ReadonlySet<string> = new Set(['thought', 'action', 'response']);

const FOLLOWING: ReadonlySet<unknown> = new Set(['lastEditedFile', 'lastDeletedFile']);

/** A file that was only read proves little: what is injected about a file is injected because it is being read. */
const TOUCHING: ReadonlySet<unknown> = new Set(['currentFile']);

const STRENGTH: Readonly<Record<SeenEvidence, number>> = { touched: 0, followed: 1, cited: 2 };

/** A rendered line of a block, classic or compact. An event that repeats what was injected cites nothing. */
const BLOCK_LINE = new RegExp(
  `- \\[[0-9a-f-]{36}\\][^\\n]{0,700}?\\(weight: \\d\\.\\d\\d\\)|- \\[${SHORT_ID_PATTERN}\\] \\d{4}-\\d\\d-\\d\\d [^\\n]{0,1200}`,
  'giu',
);

/** An id, whole or short, or a part of a whole one that is long enough to mean it. */
const ID_TOKEN = new RegExp(`(?<![0-9a-z-])(?:[0-9a-f]{8}[0-9a-f-]{0,28}|${SHORT_ID_PATTERN})(?![0-9a-z-])`, 'giu');

/** Words as long as this carry meaning; so many of one observation in one sentence are no accident. */
const WORD = /[\p{L}_][\p{L}\p{N}_]{4,}/gu;
const WORDS_THAT_CITE = 4;

/** An observation with all that it may be known by. */
interface Given extends InjectedObservation {
  readonly shortId: string;
  readonly segments: readonly (readonly string[])[];
  /** Words that no other observation of the session has. */
  readonly ownWords: ReadonlySet<string>;
}

/** Finds out which injected observations a session used. Bystanders have no entry. Contract 10. */
export function createEvidenceFinder(injected: readonly InjectedObservation[]): EvidenceFinder {
  const found = new Map<string, SeenEvidence>();
  const given = withOwnWords(injected);
  // What it was asked, the agent repeats from there.
  const userWords = new Set<string>();
  const byId = new Map(injected.map((row) => [row.id, row]));
  const note = (used: string, evidence: SeenEvidence, occurredAt: number): void => {
    for (const id of usedWith(byId.get(used)!, injected, occurredAt)) {
      const known = found.get(id);
      if (known === undefined || STRENGTH[evidence] > STRENGTH[known]) found.set(id, evidence);
    }
  };
  const look = (event: SessionEvent): void => {
    const { occurredAt } = event;
    for (const id of citedIds(event, given)) note(id, 'cited', occurredAt);
    if (isAsked(event)) for (const word of wordsOf(textIn(event.body['text']))) userWords.add(word);
    for (const id of retold(event, given, userWords)) note(id, 'cited', occurredAt);
    for (const { id, evidence } of filesUsed(event, given)) note(id, evidence, occurredAt);
  };
  return { look: (events) => events.forEach(look), found };
}

/** The observation, and what of its talk had been given by then. */
function usedWith(
  { id: used, talk = null }: InjectedObservation,
  injected: readonly InjectedObservation[],
  occurredAt: number,
): readonly string[] {
  if (talk === null) return [used];
  return injected
    .filter((row) => row.id === used || (row.talk === talk && row.injectedAt < occurredAt))
    .map(({ id }) => id);
}

function withOwnWords(injected: readonly InjectedObservation[]): readonly Given[] {
  const times = new Map<string, number>();
  const words = injected.map(({ content }) => new Set(wordsOf(content)));
  for (const each of words) for (const word of each) times.set(word, (times.get(word) ?? 0) + 1);
  return injected.map((row, index) => ({
    ...row,
    shortId: shortHashOf(row.commit) ?? shortIdOf(row.id),
    segments: row.paths.map(pathSegments),
    ownWords: new Set([...words[index]!].filter((word) => times.get(word) === 1)),
  }));
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(WORD) ?? [];
/** A prompt as a library's own agents report it or as clients' hooks do, or what a sub-agent was asked. */
const isAsked = ({ type, body: { event, name, text } }: SessionEvent): boolean =>
  type === 'action' && typeof text === 'string' && (event === 'prompt' || name === 'prompt' || name === 'task');

/** What the agent told in words of its own: its thoughts, its answers and its commit messages, but no code and no command. */
function toldBy({ type, body }: SessionEvent): string {
  if (type === 'thought' || type === 'response') return textIn(body['text']);
  const { input } = body;
  const command = typeof input === 'object' && input !== null ? textIn((input as { command?: unknown }).command) : '';
  return /\bgit\b.{0,80}\bcommit\b/su.test(command) ? command : '';
}

/** The observations whose own words stand together in a sentence that was told after they were given. */
function retold(event: SessionEvent, given: readonly Given[], userWords: ReadonlySet<string>): string[] {
  const sentences = toldBy(event)
    .replaceAll(BLOCK_LINE, ' ')
    .split(/(?<=[.!?])\s+|\n+/u)
    .map((sentence) => new Set(wordsOf(sentence).filter((word) => !userWords.has(word))))
    .filter(({ size }) => size >= WORDS_THAT_CITE);
  return given.flatMap(({ id, injectedAt, ownWords }) => {
    if (event.occurredAt <= injectedAt) return [];
    const shared = (words: ReadonlySet<string>): number => [...words].filter((word) => ownWords.has(word)).length;
    return sentences.some((words) => shared(words) >= WORDS_THAT_CITE) ? [id] : [];
  });
}

function filesUsed(
  event: SessionEvent,
  given: readonly Given[],
): { readonly id: string; readonly evidence: SeenEvidence }[] {
  const used = usedPath(event);
  if (used === null) return [];
  return given
    .filter(
      ({ injectedAt, segments }) =>
        event.occurredAt > injectedAt && segments.some((path) => pathsOverlap(path, used.path)),
    )
    .map(({ id }) => ({ id, evidence: used.evidence }));
}

/** Times do not matter: nobody cites an id before it was given, whatever the clocks of two machines say. */
function citedIds({ type, body }: SessionEvent, injected: readonly Given[]): string[] {
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
function onlyOneNamed(token: string, injected: readonly Given[]): string | null {
  const named = injected.filter(
    ({ id, shortId }) => shortId === token || id.startsWith(token) || id.slice(-12) === token,
  );
  return named.length === 1 ? named[0]!.id : null;
}

function usedPath({ type, body }: SessionEvent): { readonly path: string[]; readonly evidence: SeenEvidence } | null {
  const { key, value } = body;
  if (type !== 'context' || typeof value !== 'string') return null;
  if (FOLLOWING.has(key)) return { path: pathSegments(value), evidence: 'followed' };
  return TOUCHING.has(key) ? { path: pathSegments(value), evidence: 'touched' } : null;
}
