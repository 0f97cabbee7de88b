import type { Clock } from '../base/clock.ts';
import { createDeadline, DEADLINE_EXCEEDED, withinDeadline } from '../base/deadline.ts';
import type { RightOfWay } from '../base/right-of-way.ts';
import type { Authorizer } from '../memory/policy/authorizer.ts';
import type { FeedbackRankingSettings } from '../memory/ranking/apply-feedback-ranking.ts';
import type { Degradation, ObservationSearch, SemanticAnswer } from '../memory/search/search.ts';
import { authorizeCandidates } from './authorize-candidates.ts';
import { expandTalks } from './expand-talks.ts';
import { candidateLimit, enoughHits } from './enough-hits.ts';
import type { LeftOut, MemoryStore, RecallRequest, RecallResult, RecalledObservation } from './memory-store.ts';
import { findCommits, namedFirst } from './find-commits.ts';
import { rankCandidates } from './rank-candidates.ts';
import { readCandidates } from './read-candidates.ts';
import { resolveRecall, type ResolvedRecall } from './resolve-request.ts';
import type { CommitSource, RowSource, TalkSource } from './row-source.ts';

export interface RecallPorts {
  readonly search: ObservationSearch;
  readonly rows: (orgId: string) => Pick<RowSource, 'getMany'>;
  /** Where the talk around an exchange is read. (Default: an exchange stands for itself) */
  readonly talks?: (orgId: string) => TalkSource;
  /** Where commits that a request names are found. (Default: nowhere) */
  readonly commits?: (orgId: string) => CommitSource;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  /** Told of hits that the store does not have, or not as anything to recall: whoever found them can drop them. */
  readonly onStale: (orgId: string, ids: readonly string[]) => void;
  /** Told of failures that recall survives (an authorizer that throws). */
  readonly onError: (error: unknown) => void;
  readonly ranking: FeedbackRankingSettings;
  /** Held while a recall is under way. (Default: nobody waits for it) */
  readonly rightOfWay?: Pick<RightOfWay, 'hold'>;
  /** Told of every answer that came in time, with all candidates that were ranked. It must not throw. (Default: nobody) */
  readonly onRanked?: (ranked: RankedRecall) => void;
}

/** An answered request with every row that was relevant enough and allowed, those beyond its limit included. */
export interface RankedRecall {
  readonly request: RecallRequest;
  readonly rows: readonly RecalledObservation[];
}

interface Found {
  readonly ranked: readonly RecalledObservation[];
  readonly rows: readonly RecalledObservation[];
  readonly leftOut: readonly LeftOut[];
  readonly degraded: Degradation | null;
  readonly semantic: SemanticAnswer | null;
}

/**
 * The one hallway every feature recalls through: search → rank → authorize, under a deadline.
 * A late answer is `deadline-exceeded` with no rows; what a store throws is thrown on.
 */
export function createRecall(ports: RecallPorts): MemoryStore {
  const { rightOfWay } = ports;
  const answer = (request: RecallRequest): Promise<RecallResult> => recallWithin(ports, request);
  return { recall: rightOfWay ? (request) => rightOfWay.hold(() => answer(request)) : answer };
}

async function recallWithin(ports: RecallPorts, request: RecallRequest): Promise<RecallResult> {
  const resolved = resolveRecall(request);
  const start = ports.clock.monotonic();
  const deadline = createDeadline(ports.clock, resolved.deadlineMs, request.signal);
  try {
    const found = await withinDeadline(deadline, ({ signal }) =>
      find(ports, request, resolved, deadline.remaining(), signal),
    );
    const elapsedMs = ports.clock.monotonic() - start;
    if (found === DEADLINE_EXCEEDED) return exceeded(elapsedMs);
    const { ranked, ...answer } = found;
    ports.onRanked?.({ request, rows: ranked });
    return { outcome: 'ok', ...answer, elapsedMs };
  } finally {
    deadline.clear();
  }
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

async function find(
  ports: RecallPorts,
  request: RecallRequest,
  resolved: ResolvedRecall,
  budgetMs: number,
  signal: AbortSignal,
): Promise<Found> {
  const now = ports.clock.now();
  const [text = '', ...moreTexts] = resolved.texts;
  const search = ports.search.search(
    resolved.scope,
    {
      text,
      moreTexts,
      paths: resolved.paths,
      context: resolved.context,
      filter: resolved.filter,
      explain: resolved.explain,
      limit: candidateLimit(resolved.limit),
      now,
      budgetMs,
    },
    signal,
  );
  const [named, { hits, degraded, semantic = null }] = await Promise.all([
    findCommits(ports.commits?.(request.orgId), resolved, signal),
    search,
  ]);
  const wanted = enoughHits(namedFirst(named, hits), resolved.seen);
  const read = await readCandidates(ports.rows(request.orgId), resolved, wanted, now, signal);
  if (read.leftOut.length > 0) ports.onStale(request.orgId, idsOf(read.leftOut));
  const authorized = await authorizeCandidates(ports, request, read.candidates, signal);
  const ranked = rankCandidates(authorized.allowed, resolved, ports.ranking);
  const leftOut = [...read.leftOut, ...authorized.leftOut, ...ranked.leftOut];
  return {
    ranked: ranked.rows,
    rows: await expandTalks(ports, request, resolved, ranked.rows.slice(0, resolved.limit), signal),
    leftOut: resolved.withLeftOut ? leftOut : [],
    degraded,
    semantic,
  };
}
