import type { Clock } from '../base/clock.ts';
import { DEADLINE_EXCEEDED, inTime, type Deadline } from '../base/deadline.ts';
import type { Priority } from '../base/threads/priority.ts';
import type { Authorizer } from '../memory/policy/authorizer.ts';
import type { FeedbackRankingSettings } from '../memory/ranking/apply-feedback-ranking.ts';
import { namesNothing } from '../memory/search/query/question-of.ts';
import type { ObservationSearch } from '../memory/search/search.ts';
import { authorizeCandidates, type AllowedCandidate } from './candidates/authorize-candidates.ts';
import { expandTalks } from './candidates/expand-talks.ts';
import { addUpLinkedTalks } from './candidates/linked-talks.ts';
import { behindGuessedFiles, type CommitOfFile } from './evidence/behind-guessed-files.ts';
import { candidateLimit, enoughHits } from './hybrid-search.ts';
import { guessFiles, guessedFloor } from './evidence/guess-files.ts';
import type {
  CommitBehind,
  LeftOut,
  MemoryStore,
  RecallRequest,
  RecallResult,
  RecalledObservation,
} from './memory-store.ts';
import { findCommits, findStated, namedByWorth, namedFirst, statedByWords } from './evidence/find-commits.ts';
import { rankCandidates } from './candidates/rank-candidates.ts';
import { readCandidates } from './candidates/read-candidates.ts';
import { resolveRecall, type ResolvedRecall } from './resolve-request.ts';
import type { CommitSource, RowSource, TalkSource } from './scopes/scope-entry.ts';

export interface RecallPorts {
  readonly search: ObservationSearch;
  readonly rows: (orgId: string) => Pick<RowSource, 'getMany'>;
  /** Where the talk around an exchange is read. (Default: an exchange stands for itself) */
  readonly talks?: (orgId: string) => TalkSource;
  /** Where commits that a request names are found. (Default: nowhere) */
  readonly commits?: (orgId: string) => CommitSource;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  /** The newest moment that the organisation's memory knows of. (Default: the clock is trusted) */
  readonly newestMoment?: (orgId: string, signal: AbortSignal) => Promise<number>;
  /** Told of hits that the store does not have, or not as anything to recall: whoever found them can drop them. */
  readonly onStale: (orgId: string, ids: readonly string[]) => void;
  /** Told of failures that recall survives (an authorizer that throws). */
  readonly onError: (error: unknown) => void;
  readonly ranking: FeedbackRankingSettings;
  /** Held while a recall is under way. (Default: nobody waits for it) */
  readonly priority?: Pick<Priority, 'hold'>;
  /** Told of every answer that came in time, with all candidates that were ranked. It must not throw. (Default: nobody) */
  readonly onRanked?: (ranked: RankedRecall) => void;
}

/** An answered request with every row that was relevant enough and allowed, those beyond its limit included. */
export interface RankedRecall {
  readonly request: RecallRequest;
  readonly rows: readonly RecalledObservation[];
}

/** An answer, but for how it came, and every row that was relevant enough and allowed. */
interface Found extends Omit<RecallResult, 'outcome' | 'elapsedMs'> {
  readonly ranked: readonly RecalledObservation[];
}

const NOTHING_ASKED: Found = { ranked: [], rows: [], leftOut: [], degraded: null, semantic: null, namesNothing: true };

/**
 * The one hallway every feature recalls through: search → rank → authorize, under a deadline.
 * A late answer is `deadline-exceeded` with no rows; what a store throws is thrown on.
 */
export function createRecall(ports: RecallPorts): MemoryStore {
  const { priority } = ports;
  const answer = (request: RecallRequest): Promise<RecallResult> => recallWithin(ports, request);
  return { ranksItself: true, recall: priority ? (request) => priority.hold(() => answer(request)) : answer };
}

async function recallWithin(ports: RecallPorts, request: RecallRequest): Promise<RecallResult> {
  const resolved = resolveRecall(request);
  const start = ports.clock.monotonic();
  const work = (deadline: Deadline): Promise<Found> => find(ports, request, resolved, deadline);
  const found = await inTime(ports.clock, resolved.deadlineMs, work, request.signal);
  const elapsedMs = ports.clock.monotonic() - start;
  if (found === DEADLINE_EXCEEDED) return exceeded(elapsedMs);
  const { ranked, ...answer } = found;
  ports.onRanked?.({ request, rows: ranked });
  return { outcome: 'ok', ...answer, elapsedMs };
}

const idsOf = (leftOut: readonly LeftOut[]): string[] => leftOut.map(({ id }) => id);

const exceeded = (elapsedMs: number): RecallResult => ({
  outcome: 'deadline-exceeded',
  rows: [],
  leftOut: [],
  degraded: null,
  semantic: null,
  elapsedMs,
});

/** What a search found and the policy allows. */
interface Candidates extends Pick<RecallResult, 'degraded' | 'semantic'> {
  readonly allowed: readonly AllowedCandidate[];
  readonly leftOut: readonly LeftOut[];
}

async function find(
  ports: RecallPorts,
  request: RecallRequest,
  resolved: ResolvedRecall,
  deadline: Deadline,
): Promise<Found> {
  const { signal } = deadline;
  if (asksNothing(resolved, ports.clock.now())) return NOTHING_ASKED;
  const budgetMs = deadline.remaining();
  let found = await candidatesOf(ports, request, resolved, { paths: resolved.paths, budgetMs }, signal);
  const guessed = likelyFiles(resolved, found.allowed, deadline.remaining() / budgetMs);
  const guess = { question: resolved.texts.join('\n'), files: guessed, found: found.allowed };
  const { commits: behind, files } = await behindGuessedFiles(ports, request.linesOf, guess, deadline);
  const likely = resolved.paths.length > 0 ? guessed : files;
  if (likely.length > 0 && (resolved.paths.length === 0 || behind.length > 0)) {
    const again = { paths: likely, behind, budgetMs: deadline.remaining() };
    found = await candidatesOf(ports, request, resolved, again, signal);
  }
  const { degraded, semantic } = found;
  const talks = ports.talks?.(request.orgId);
  const allowed = await addUpLinkedTalks(found.allowed, resolved.minRelevance, talks, signal);
  const ranked = rankCandidates(allowed, resolved, ports.ranking, guessedFloor(likely, allowed));
  const leftOut = [...found.leftOut, ...ranked.leftOut];
  return {
    ranked: ranked.rows,
    rows: await bestRows(ports, request, resolved, withFiles(ranked.rows, behind), signal),
    leftOut: resolved.withLeftOut ? leftOut : [],
    degraded,
    semantic,
  };
}

/** What gives way to a talk takes no place: where some did, the rows behind them move up. */
async function bestRows(
  ports: RecallPorts,
  request: RecallRequest,
  resolved: ResolvedRecall,
  ranked: readonly RecalledObservation[],
  signal: AbortSignal,
): Promise<readonly RecalledObservation[]> {
  const { limit } = resolved;
  const best = await expandTalks(ports, request, resolved, ranked.slice(0, limit), signal);
  if (best.length >= Math.min(limit, ranked.length)) return cutTo(best, limit);
  return cutTo(await expandTalks(ports, request, resolved, ranked, signal), limit);
}

/** The first rows. A talk that comes back to another is not among them without that one. */
function cutTo(rows: readonly RecalledObservation[], limit: number): readonly RecalledObservation[] {
  const cut = rows.slice(0, limit);
  const behind = rows[limit];
  return behind && (cut.at(-1)?.talk?.revisits ?? null) !== null ? [...cut.slice(0, -1), behind] : cut;
}

/** The place is the reason: that commit brought the lines there, and of them this one says most of what was asked. */
function withFiles(
  rows: readonly RecalledObservation[],
  behind: readonly CommitOfFile[],
): readonly RecalledObservation[] {
  const placeOf = new Map(
    behind.map(({ commit, path, line }) => [commit, line === undefined ? path : `${path}:${line}`]),
  );
  return rows.map((row) => {
    const place = placeOf.get(String(row.observation.metadata['commit'] ?? ''));
    return place === undefined ? row : { ...row, reason: `in ${place}` };
  });
}

/** Given files need no guess. Whoever was slow once is not asked again: an answer without guessed files is better than none. */
function likelyFiles(
  { guessFiles: isWanted, paths, texts }: ResolvedRecall,
  found: readonly AllowedCandidate[],
  timeLeft: number,
): readonly string[] {
  if (!isWanted || paths.length > 0) return isWanted ? paths : [];
  return timeLeft > 0.5 ? guessFiles(texts.join('\n'), found) : [];
}

/** A file or a commit at hand and what was said before are something to look for. */
const asksNothing = ({ texts, paths, context, commits }: ResolvedRecall, now: number): boolean =>
  commits.length === 0 && paths.length === 0 && context.length === 0 && texts.every((text) => namesNothing(text, now));

/** What is known beside the question. */
interface Hints {
  readonly paths: readonly string[];
  /** Commits behind the lines of guessed files. */
  readonly behind?: readonly CommitBehind[];
  readonly budgetMs: number;
}

/** A clock that was set back must not hide what was remembered before that, nor bring back what is over. */
async function momentOfRecall(
  { clock, newestMoment }: RecallPorts,
  orgId: string,
  signal: AbortSignal,
): Promise<number> {
  const newest = await newestMoment?.(orgId, signal);
  return Math.max(clock.now(), newest ?? -Infinity);
}

async function candidatesOf(
  ports: RecallPorts,
  request: RecallRequest,
  resolved: ResolvedRecall,
  { paths, behind = [], budgetMs }: Hints,
  signal: AbortSignal,
): Promise<Candidates> {
  const now = await momentOfRecall(ports, request.orgId, signal);
  const [text = '', ...moreTexts] = resolved.texts;
  const { context, filter, explain } = resolved;
  const limit = candidateLimit(resolved.limit);
  const query = { text, moreTexts, paths, context, filter, explain, limit, now, budgetMs };
  const [stated, commits, { hits, degraded, semantic = null }] = await Promise.all([
    findStated(ports.commits?.(request.orgId), resolved.scope, resolved.statedOf, signal),
    findCommits(ports.commits?.(request.orgId), resolved.scope, [...resolved.commits, ...behind], signal),
    ports.search.search(resolved.scope, query, signal),
  ]);
  const named = [...statedByWords(stated, hits), ...commits];
  const merged = behind.length > 0 ? namedByWorth(named, hits) : namedFirst(named, hits);
  const wanted = enoughHits(merged, resolved.seen);
  const read = await readCandidates(ports.rows(request.orgId), resolved, wanted, now, signal);
  if (read.leftOut.length > 0) ports.onStale(request.orgId, idsOf(read.leftOut));
  const { allowed, leftOut } = await authorizeCandidates(ports, request, read.candidates, signal);
  return { allowed, leftOut: [...read.leftOut, ...leftOut], degraded, semantic };
}
