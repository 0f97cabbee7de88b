import type { Clock } from '../../base/clock.ts';
import { createDeadline, DEADLINE_EXCEEDED, withinDeadline, type Deadline } from '../../base/deadline.ts';
import type { Authorizer, PolicyDecision } from '../../memory/policy/authorizer.ts';
import { decideOnce } from '../../memory/policy/decide-once.ts';
import { feedbackFactor, type FeedbackRankingSettings } from '../../memory/ranking/apply-feedback-ranking.ts';
import type { TransferSource } from '../../memory/transfer/grants.ts';
import { techSimilarity, type SimilarityMeasure } from '../../memory/transfer/fingerprints.ts';
import type { LeftOut, MemoryStore, RecalledObservation, RecallRequest, RecallResult } from '../memory-store.ts';
import { DEFAULT_RECALL } from '../resolve-request.ts';
import { principalOf } from './authorize-candidates.ts';

/** How much must be alike. */
export interface CrossProjectTransferSettings {
  /** 0 to 1, more than 0. (Default: 0.7) */
  readonly threshold?: number;
  /** (Default: 'jaccard'; `containment` for stacks of uneven size, which rarely reach 0.7) */
  readonly measure?: SimilarityMeasure;
  /** Peer projects that one recall asks, those most alike first. (Default: 3) */
  readonly maxSources?: number;
}

/** What transfer stands on. */
export interface CrossProjectTransferOptions extends CrossProjectTransferSettings {
  /** What administrators granted to a destination, with the fingerprints of both ends. */
  readonly sources: (orgId: string, destinationProjectId: string) => Promise<readonly TransferSource[]>;
  /** Asked for `transfer`, with the destination as the principal's project. */
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly ranking: FeedbackRankingSettings;
  /** Told of what kept a peer's memories out. The recall itself is not affected. */
  readonly onError: (error: unknown) => void;
}

/** On the weight, so that the relevance floor means the same. Contract 11. */
const TRANSFERRED_WEIGHT = 0.5;
const NEVER: ReadonlySet<string> = new Set(['confidential', 'restricted']);

/** Peers have this share of the time, so that a late one does not make the project's own answer late. */
const SHARE_FOR_PEERS = 0.5;

/**
 * A store that also recalls memories of peer projects, when all three hold: the technologies are alike, an administrator granted this
 * direction, and the policy allows each row. Transferred rows are copies that say where they are from (`metadata.source_project`,
 * `metadata.transferred`) and weigh half; `confidential` and `restricted` never transfer, whatever a policy says. Both recalls share one
 * deadline, and a peer that fails, or is late for half of it, leaves the project's own answer as it is. Only scope `project` transfers.
 */
export function createCrossProjectTransferStore(store: MemoryStore, options: CrossProjectTransferOptions): MemoryStore {
  return {
    ranksItself: store.ranksItself === true,
    async recall(request) {
      const { projectId = null, scope = 'project', deadlineMs = DEFAULT_RECALL.deadlineMs } = request;
      if (projectId === null || scope !== 'project') return store.recall(request);
      const start = options.clock.monotonic();
      const deadline = createDeadline(options.clock, deadlineMs * SHARE_FOR_PEERS, request.signal);
      try {
        const peers = withinDeadline(deadline, () => recallPeers(store, options, request, projectId, deadline)).catch(
          (error: unknown) => {
            options.onError(error);
            return NOTHING;
          },
        );
        const [own, transferred] = await Promise.all([store.recall(request), peers]);
        if (own.outcome !== 'ok' || transferred === DEADLINE_EXCEEDED) return own;
        return withTransferred(own, transferred, request, options, options.clock.monotonic() - start);
      } finally {
        deadline.clear();
      }
    },
  };
}

/** What peers have for a request, and what of it may not transfer. */
interface Transferred {
  readonly rows: readonly RecalledObservation[];
  readonly leftOut: readonly LeftOut[];
}

const NOTHING: Transferred = { rows: [], leftOut: [] };

function withTransferred(
  own: RecallResult,
  { rows, leftOut }: Transferred,
  { limit = DEFAULT_RECALL.limit, explain = false, withLeftOut = explain }: RecallRequest,
  { ranking }: CrossProjectTransferOptions,
  elapsedMs: number,
): RecallResult {
  const answer = withLeftOut && leftOut.length > 0 ? { ...own, leftOut: [...own.leftOut, ...leftOut] } : own;
  return rows.length === 0 ? answer : { ...answer, rows: merge(own, rows, ranking).slice(0, limit), elapsedMs };
}

type PeerRequest = RecallRequest & { readonly projectId: string; readonly signal: AbortSignal };

async function recallPeers(
  store: MemoryStore,
  options: CrossProjectTransferOptions,
  request: RecallRequest,
  projectId: string,
  deadline: Deadline,
): Promise<Transferred> {
  const granted = await options.sources(request.orgId, projectId);
  if (granted.length === 0) return NOTHING;
  const asked = { ...request, projectId, signal: deadline.signal };
  const alike = mostAlike(granted, options);
  const answers = await Promise.all(
    alike.map(({ sourceProjectId }) => recallPeer(store, options, asked, sourceProjectId, deadline.remaining())),
  );
  return { rows: answers.flatMap(({ rows }) => rows), leftOut: answers.flatMap(({ leftOut }) => leftOut) };
}

/** How two stacks compare to what is asked of them. */
export function alikeness(
  a: readonly string[],
  b: readonly string[],
  { threshold = 0.7, measure = 'jaccard' }: CrossProjectTransferSettings,
): { similarity: number; threshold: number; measure: SimilarityMeasure; alike: boolean } {
  const similarity = techSimilarity(a, b, measure);
  return { similarity, threshold, measure, alike: similarity > 0 && similarity >= threshold };
}

function mostAlike(sources: readonly TransferSource[], settings: CrossProjectTransferSettings): TransferSource[] {
  return sources
    .map((source) => ({ source, ...alikeness(source.sourceTechnologies, source.destinationTechnologies, settings) }))
    .filter(({ alike }) => alike)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, settings.maxSources ?? 3)
    .map(({ source }) => source);
}

async function recallPeer(
  store: MemoryStore,
  options: CrossProjectTransferOptions,
  request: PeerRequest,
  source: string,
  deadlineMs: number,
): Promise<Transferred> {
  // Without the session: what a peer's memories rank is no retrieval of this project's weights.
  const { sessionId: _sessionId, ...asked } = request;
  try {
    const answer = await store.recall({ ...asked, projectId: source, deadlineMs: Math.max(1, deadlineMs) });
    const atHome = answer.rows.filter(
      ({ observation: row }) => row.orgId === request.orgId && row.projectId === source,
    );
    const decisions = await decide(options, request, atHome);
    const denied = atHome.flatMap((row, index) => leftOutOf(row, decisions[index]));
    return {
      rows: atHome.flatMap((row, index) => {
        const decision = decisions[index];
        return decision?.allowed === true ? [transferredRow(row, source, options.ranking, decision.policy)] : [];
      }),
      leftOut: [...(answer.leftOut ?? []).filter(({ reason }) => reason === 'denied'), ...denied],
    };
  } catch (error) {
    options.onError(error);
    return NOTHING;
  }
}

/** Authorizers are a port that anyone may implement: what never transfers is not left to their word. */
async function decide(
  { authorizer, onError }: CrossProjectTransferOptions,
  request: PeerRequest,
  rows: readonly RecalledObservation[],
): Promise<readonly PolicyDecision[]> {
  const resources = rows.map(({ observation }) => ({ ...observation, type: 'observation' as const }));
  const decisions = await decideOnce(authorizer, principalOf(request), resources, onError, request.signal, 'transfer');
  return resources.map(({ classification }, index) =>
    NEVER.has(classification) ? never(classification) : (decisions[index] ?? never(classification)),
  );
}

const never = (classification: string): PolicyDecision => ({
  allowed: false,
  policy: 'default.project-boundary',
  reason: `is ${classification} and belongs to another project`,
});

function leftOutOf({ observation, relevance }: RecalledObservation, decision: PolicyDecision | undefined): LeftOut[] {
  if (!decision || decision.allowed) return [];
  return [{ id: observation.id, reason: 'denied', relevance, decision }];
}

function transferredRow(
  row: RecalledObservation,
  source: string,
  ranking: FeedbackRankingSettings,
  policy: string,
): RecalledObservation {
  const { observation } = row;
  const weight = observation.weight * TRANSFERRED_WEIGHT;
  const before = feedbackFactor(observation.weight, ranking);
  const score = before === 0 ? 0 : (row.score / before) * feedbackFactor(weight, ranking);
  const metadata = Object.freeze({ ...observation.metadata, source_project: source, transferred: true });
  return { ...row, score, policy, observation: Object.freeze({ ...observation, weight, metadata }) };
}

/**
 * The project's own rows keep their order. Ranking scores of two projects do not compare, relevance does: a transferred row stands before
 * the first own one whose relevance × feedback factor is lower.
 */
function merge(
  own: RecallResult,
  transferred: readonly RecalledObservation[],
  ranking: FeedbackRankingSettings,
): RecalledObservation[] {
  const value = ({ relevance, observation }: RecalledObservation): number =>
    relevance * feedbackFactor(observation.weight, ranking);
  const waiting = transferred.toSorted((a, b) => value(b) - value(a));
  const rows: RecalledObservation[] = [];
  for (const row of own.rows) {
    while (waiting[0] && value(waiting[0]) > value(row)) rows.push(waiting.shift()!);
    rows.push(row);
  }
  return [...rows, ...waiting].map((row, index) => ({ ...row, weightedRank: index + 1 }));
}
