import { DEADLINE_EXCEEDED, inTime, type Deadline } from '../../../base/deadline.ts';
import { errorLine, tellsOfError } from '../../../base/text/error-line.ts';
import { createYieldTurn } from '../../../base/threads/yield-turn.ts';
import { isStated } from '../../../memory/observations/read/stated-of-file.ts';
import type { Observation } from '../../../memory/observations/observation.ts';
import { EXCERPT_MAX_CHARACTERS } from '../../../memory/compose/lines/sanitize-excerpt.ts';
import type { GraphContextTriplet } from '../../../memory/graph/triplet.ts';
import { concernsPaths } from '../../../memory/ranking/boost-by-path-overlap.ts';
import { isSamePath, tokenize } from '../../../memory/search/text/tokenize.ts';
import { isTrivialCommit, isTrivialWork } from '../../../recall/evidence/is-trivial-commit.ts';
import { linesBehind, type LinesBehind } from '../../../recall/evidence/lines-behind.ts';
import type { CommitBehind, RecalledObservation } from '../../../recall/memory-store.ts';
import { isNotOfCode, tellingOf } from '../../graph-context/telling-triplets.ts';
import { askMemory } from './ask-memory.ts';
import { NOTHING, type Found, type InjectorParts } from '../injector-parts.ts';
import { matchTriplets } from './match-triplets.ts';
import { allowsBlock, type Evidence, mightAllowBlock } from './pace.ts';
import { isEdit, pathsAtHand } from '../events/tool-focus.ts';
import type { SessionState } from '../session-state.ts';
import { questionsOf, type VerbBusEvent } from '../events/verb-bus-event.ts';

/** The tool that a prompt is reported as: it is what the session is about now. */
const PROMPT = 'prompt';

/** Kinds that tell what was done or said. All others state something, which holds for whoever edits the file. */
const OF_WHAT_HAPPENED: ReadonlySet<string> = new Set([
  'commit',
  'exchange',
  'message',
  'session_summary',
  'file_operation',
]);

/** The share of its budget that an event waits for git: 30 ms by default. What takes longer serves the next call on the file. */
const SHARE_FOR_LINES = 0.3;

/** How much of a sentence of the subject a place of the file must share: who edits a file has decided that it matters, who reads it looks around. */
const SHARE_WHEN_EDITED = 0.05;
const SHARE_WHEN_READ = 0.3;

/**
 * How much of a sentence of the subject a commit behind the lines must say itself. Before an edit, and of given lines, the one whose lines say most
 * needs to say nothing. Of 766 commits behind the lines of 204 calls, judged blind, 4 in 100 of those that say nothing are useful and 84 are noise;
 * from a quarter on 53 are useful.
 */
const SAYS_ENOUGH = 0.25;

/**
 * So much a prompt must share with a row, in nats: with a commit or a document two rare words of a history of some thousand commits, with an exchange
 * of a talk more, since talks have many words by chance ("now add a test for it" stands in any). What states something is short and needs its
 * relevance alone. docs/benchmarks/talks.md has the figures.
 */
const PROMPT_SHARES = { talk: 20, record: 12, statement: 0 };

function sharedByPrompt({ kind }: Observation): number {
  if (kind === 'exchange' || kind === 'message') return PROMPT_SHARES.talk;
  return OF_WHAT_HAPPENED.has(kind) || kind === 'document' ? PROMPT_SHARES.record : PROMPT_SHARES.statement;
}

const SAME_ERROR = 'same error';

/** The end of a failure says what failed, and more than this is a log. */
const MOST_OF_A_FAILURE = 65_536;

/** `pending`: its history is being read. null: it has none here. */
type Behind = LinesBehind | 'pending' | null;

/** An event with what is known of it. */
interface Handled {
  readonly event: VerbBusEvent;
  /** What the session is about. */
  readonly subject: string;
  /** What the call says in words. */
  readonly query: string;
  /** Why it failed; '' = it did not, or nobody knows. */
  readonly error: string;
  readonly behind: Behind;
  /** Of the file in hand, the one that it has now first; the others are whole, from the top of the repository. */
  readonly names: readonly string[];
  /** By hash. */
  readonly named: ReadonlyMap<string, NamedCommit>;
  readonly isTrivial: boolean;
}

/** A commit behind the lines, which is asked for. */
interface NamedCommit extends CommitBehind {
  /** How much its lines say of the subject. */
  readonly weight: number;
  /** What it is shown for. */
  readonly reason: string;
}

/**
 * One question: what the session is about, and what is in hand. A row needs evidence for both: a commit behind the lines that share most with the
 * subject, which speaks of it too; any other row that shares words with the subject and concerns the file; what is no commit and shares words with both
 * the subject and the call; and what was stated of a file that is edited, or is remembered of the error that the call failed with. Commits that teach
 * nothing are never shown. Contract 6.
 */
export async function lookUpSubject(
  parts: InjectorParts,
  event: VerbBusEvent,
  state: SessionState,
  told: string,
  deadline: Deadline,
): Promise<Found | null> {
  const { tool, query = '' } = event;
  const { focalPath } = questionsOf(event);
  if (tool === PROMPT) return lookUpPrompt(parts, event, state, deadline);
  const isHeldBack = !mightAllowBlock(state.pace, focalPath, parts.settings.maxBlocks);
  // What was stated of an edited file comes all the same, without its commits, and so does what is remembered of the same error.
  const error = errorOf(event);
  if (isHeldBack && !isEdit(event) && error === '') return { ...NOTHING, evidence: NONE };
  const subject = [told, state.prompt ?? ''].join('\n').trim();
  const paths = await pathsAtHand(parts, event, deadline);
  const isTrivial = isTrivialWork(subject);
  const asked = isTrivial || isHeldBack ? null : subject;
  const { names, ...history } = await historyOf(parts, event, asked, deadline);
  const behind = isHeldBack ? 'pending' : history.behind;
  const named = namedCommits(behind, event);
  const commits = [...named.values()].map(({ commit, worth }) => ({ commit, worth }));
  const statedOf = isEdit(event) ? names : [];
  const moreQueries = [statedOf[0] ?? '', error].filter((text) => text !== '');
  const question = { queryText: [subject, query].join('\n').trim(), moreQueries, paths, commits, statedOf };
  const isOfSubject = (triplet: GraphContextTriplet): boolean =>
    isNotOfCode(triplet) && sharesWords(namesOf(triplet), subject, 1);
  const [answer, triplets] = await Promise.all([
    askMemory(parts, event, state, question, deadline),
    isHeldBack ? [] : matchTriplets(parts, event, paths, isOfSubject, deadline),
  ]);
  if (answer === null) return null;
  const handled = { event, subject, query, error, behind, names, named, isTrivial };
  const reasonOf = reasonFor(handled, answer.rows);
  const rows = answer.rows.flatMap((row) => {
    const reason = reasonOf(row);
    return reason === null ? [] : [{ ...row, reason }];
  });
  const isOfFile = isStatedOf(statedOf);
  const unpaced = rows.filter((row) => isOfFile(row) || row.reason === SAME_ERROR);
  const others = rows.filter((row) => !unpaced.includes(row));
  return {
    ...answer,
    rows: [...unpaced, ...others],
    unpaced,
    triplets,
    evidence: evidenceOf(rows, handled, parts),
  };
}

/** The line that says why the call failed; '' = it did not, or nobody knows. */
const errorOf = ({ failure = '' }: VerbBusEvent): string => errorLine(failure.slice(-MOST_OF_A_FAILURE));

/** What may be shown of what was found, now that the call counts; null = nothing. */
export function withinPace(
  { settings: { minRelevanceScore, maxBlocks } }: InjectorParts,
  event: VerbBusEvent,
  { pace }: SessionState,
  found: Found,
): Found | null {
  const { focalPath } = questionsOf(event);
  const { evidence, unpaced = [] } = found;
  if (evidence !== null && allowsBlock(pace, focalPath, evidence, maxBlocks)) return found;
  const margin = Math.max(-1, ...unpaced.map(({ relevance }) => relevance - minRelevanceScore));
  const alone: Evidence = { margin, isSameLines: false, isUnpaced: true };
  if (!allowsBlock(pace, focalPath, alone, maxBlocks)) return null;
  return { ...found, rows: unpaced, triplets: [], evidence: alone };
}

/** Whether it was stated of this very file. */
function isStatedOf([name = '', ...earlier]: readonly string[]): (row: RecalledObservation) => boolean {
  return ({ observation }) =>
    isStated(observation) &&
    (observation.metadata.paths ?? []).some((path) => isSamePath(path, name) || earlier.includes(path));
}

/** A prompt is a question of its own, within the files at hand; from then on it is part of what the session is about. */
async function lookUpPrompt(
  parts: InjectorParts,
  event: VerbBusEvent,
  state: SessionState,
  deadline: Deadline,
): Promise<Found | null> {
  const { query: queryText = '' } = event;
  state.prompt = queryText;
  const paths = await pathsAtHand(parts, event, deadline);
  const [answer, triplets] = await Promise.all([
    askMemory(parts, event, state, { queryText, paths, minInformation: sharedByPrompt }, deadline),
    matchTriplets(parts, event, paths, tellingOf(queryText), deadline),
  ]);
  if (answer === null) return null;
  const isTrivial = isTrivialWork(queryText);
  const rows = answer.rows.filter(({ observation }) =>
    isTrivial ? observation.kind !== 'commit' : !isTrivialCommit(observation),
  );
  return { ...answer, rows, triplets, evidence: { margin: marginOf(rows, parts), isSameLines: false, isPrompt: true } };
}

/** What a row is shown for, in three words; null = there is no evidence for it. */
function reasonFor(
  { event, subject, query, error, behind, names, named, isTrivial }: Handled,
  rows: readonly RecalledObservation[],
): (row: RecalledObservation) => string | null {
  const telling = rows.filter(({ observation }) => !isTrivialCommit(observation));
  const weightOf = (row: RecalledObservation): number => named.get(hashOf(row))?.weight ?? 0;
  const [best] = telling.toSorted((a, b) => weightOf(b) - weightOf(a));
  const says = (row: RecalledObservation): boolean => {
    if (behind === null || behind === 'pending') return false;
    if (behind.isSameLines || ((isEdit(event) || event.lines) && row === best)) return true;
    return behind.saidBy(row.observation.content.slice(0, EXCERPT_MAX_CHARACTERS)) >= SAYS_ENOUGH;
  };
  const concerns = concernsPaths(names.slice(0, 1), names.slice(1));
  const byWords = (observation: Observation): string | null => {
    const { kind, content } = observation;
    if (!sharesWords(content, subject)) return null;
    if (concerns(observation)) return 'same file and words';
    return kind !== 'commit' && sharesWords(content, query) ? 'same words' : null;
  };
  return (row) => {
    const { observation } = row;
    if (isTrivialCommit(observation)) return null;
    if (observation.kind === 'error' && tellsOfError(observation.content, error)) return SAME_ERROR;
    const commit = named.get(hashOf(row));
    if (commit && says(row)) return commit.reason;
    if (observation.kind === 'commit' && (behind !== null || isTrivial)) return null;
    if (isEdit(event) && !OF_WHAT_HAPPENED.has(observation.kind) && concerns(observation)) return 'said of this file';
    return byWords(observation);
  };
}

const NONE: Evidence = { margin: -1, isSameLines: false };

/** Without a subject only the names are wanted, and those of an edit. Never rejects: without the lines' history the words decide. */
async function historyOf(
  { blame, clock, onError, settings }: InjectorParts,
  event: VerbBusEvent,
  subject: string | null,
  budget: Deadline,
): Promise<Pick<Handled, 'behind' | 'names'>> {
  const { orgId, sessionId, lines, directory } = event;
  const path = questionsOf(event).focalPath;
  const names = path === null ? [] : [path];
  if (!blame || path === null || (subject === null && !isEdit(event))) return { behind: null, names };
  const limitMs = Math.min(settings.latencyBudgetMs * SHARE_FOR_LINES, budget.remaining() / 2);
  const work = () => blame({ orgId, sessionId, path, directory: directory ?? null });
  try {
    const blamed = await inTime(clock, limitMs, work, budget.signal);
    if (blamed === DEADLINE_EXCEEDED) return { behind: 'pending', names };
    const earlier = (blamed ?? []).flatMap((line) => line.path ?? []);
    const file = { subject: subject ?? '', path, atHand: lines ?? null };
    const behind = blamed && subject !== null ? await linesBehind(blamed, file, createYieldTurn(clock)) : null;
    return { behind, names: [...new Set([path, ...earlier])] };
  } catch (error) {
    onError(error);
    return { behind: null, names };
  }
}

const floorOf = (event: VerbBusEvent): number => (isEdit(event) ? SHARE_WHEN_EDITED : SHARE_WHEN_READ);

/** None where the lines share too little; the very lines in hand need to share nothing. Each is as relevant as the lines share words. */
function namedCommits(behind: Behind, event: VerbBusEvent): ReadonlyMap<string, NamedCommit> {
  if (behind === null || behind === 'pending') return new Map();
  const { commits, weights, lineNumbers, share, isSameLines } = behind;
  if (!isSameLines && share < floorOf(event)) return new Map();
  const worth = 0.5 + share / 2;
  // Where to look: its line that shares most with the subject, as it was last committed.
  const reasonAt = (place: number): string => (isSameLines ? 'same lines' : `line ${lineNumbers[place]}`);
  return new Map(
    commits.map((commit, place) => [commit, { commit, worth, weight: weights[place]!, reason: reasonAt(place) }]),
  );
}

const hashOf = ({ observation: { metadata } }: RecalledObservation): string => String(metadata['commit'] ?? '');

function evidenceOf(
  rows: readonly RecalledObservation[],
  { named, behind, event }: Handled,
  parts: InjectorParts,
): Evidence {
  if (behind !== null && behind !== 'pending' && rows.some((row) => named.has(hashOf(row)))) {
    return { margin: behind.isSameLines ? 1 : behind.share - floorOf(event), isSameLines: behind.isSameLines };
  }
  return { margin: marginOf(rows, parts), isSameLines: false };
}

/** Not below 0: what is no row is no evidence, and a triplet alone may be shown. */
function marginOf(rows: readonly RecalledObservation[], { settings: { minRelevanceScore } }: InjectorParts): number {
  return Math.max(0, ...rows.map(({ relevance }) => relevance - minRelevanceScore));
}

const namesOf = ({ sourceEntity, targetEntity }: GraphContextTriplet): string => `${sourceEntity} ${targetEntity}`;

/** Whether a text has so many of another's words; all of them where there are fewer. No words are shared with nothing. */
function sharesWords(text: string, other: string, needed = 2): boolean {
  const wanted = new Set(tokenize(other));
  if (wanted.size === 0) return false;
  let missing = Math.min(needed, wanted.size);
  for (const word of new Set(tokenize(text))) if (wanted.has(word) && --missing === 0) return true;
  return false;
}
