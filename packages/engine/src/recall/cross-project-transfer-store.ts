import type { Clock } from '../base/clock.ts';
import { createDeadline, DEADLINE_EXCEEDED, withinDeadline } from '../base/deadline.ts';
import type { Authorizer } from '../memory/policy/authorizer.ts';
import { decideOnce } from '../memory/policy/decide-once.ts';
import { feedbackFactor, type FeedbackRankingSettings } from '../memory/ranking/apply-feedback-ranking.ts';
import type { TransferSource } from '../memory/transfer/grants.ts';
import { techSimilarity, type SimilarityMeasure } from '../memory/transfer/tech-similarity.ts';
import type { MemoryStore, RecalledObservation, RecallRequest, RecallResult } from './memory-store.ts';

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
const DEFAULT_DEADLINE_MS = 1000;
const NEVER: ReadonlySet<string> = new Set(['confidential', 'restricted']);

/**
 * A store that also recalls memories of peer projects, when all three hold: the technologies are alike, an administrator granted this
 * direction, and the policy allows each row. Transferred rows are copies that say where they are from (`metadata.source_project`,
 * `metadata.transferred`) and weigh half; `confidential` and `restricted` never transfer, whatever a policy says. Both recalls share one
 * deadline, and a peer that fails or is late leaves the project's own answer as it is. Only scope `project` transfers.
 */
export function createCrossProjectTransferStore(store: MemoryStore, options: CrossProjectTransferOptions): MemoryStore {
  return {
    async recall(request) {
      const { projectId = null, scope = 'project', deadlineMs = DEFAULT_DEADLINE_MS } = request;
      if (projectId === null || scope !== 'project') return store.recall(request);
      const deadline = createDeadline(options.clock, deadlineMs, request.signal);
      try {
        const peers = withinDeadline(deadline, (signal) =>
          recallPeers(store, options, { ...request, projectId, signal }, () => deadline.remaining()),
        ).catch((error: unknown) => {
          options.onError(error);
          return [];
        });
        const own = await store.recall(request);
        const transferred = await peers;
        if (own.outcome !== 'ok' || transferred === DEADLINE_EXCEEDED || transferred.length === 0) return own;
        return { ...own, rows: merge(own, transferred, options.ranking).slice(0, request.limit ?? 20) };
      } finally {
        deadline.clear();
      }
    },
  };
}

type PeerRequest = RecallRequest & { readonly projectId: string; readonly signal: AbortSignal };

async function recallPeers(
  store: MemoryStore,
  options: CrossProjectTransferOptions,
  request: PeerRequest,
  remaining: () => number,
): Promise<readonly RecalledObservation[]> {
  const alike = mostAlike(await options.sources(request.orgId, request.projectId), options);
  const answers = await Promise.all(
    alike.map(({ sourceProjectId }) => recallPeer(store, options, request, sourceProjectId, remaining())),
  );
  return answers.flat();
}

function mostAlike(sources: readonly TransferSource[], options: CrossProjectTransferSettings): TransferSource[] {
  const { threshold = 0.7, measure = 'jaccard', maxSources = 3 } = options;
  return sources
    .map((source) => ({
      source,
      similarity: techSimilarity(source.sourceTechnologies, source.destinationTechnologies, measure),
    }))
    .filter(({ similarity }) => similarity > 0 && similarity >= threshold)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, maxSources)
    .map(({ source }) => source);
}

async function recallPeer(
  store: MemoryStore,
  options: CrossProjectTransferOptions,
  request: PeerRequest,
  source: string,
  deadlineMs: number,
): Promise<readonly RecalledObservation[]> {
  // Without the session: what a peer's memories rank is no retrieval of this project's weights.
  const { sessionId: _sessionId, ...asked } = request;
  try {
    const { rows } = await store.recall({ ...asked, projectId: source, deadlineMs: Math.max(1, deadlineMs) });
    const open = rows.filter(({ observation }) => isOpen(observation, request.orgId, source));
    return (await allowed(options, request, open)).map((row) => transferredRow(row, source, options.ranking));
  } catch (error) {
    options.onError(error);
    return [];
  }
}

/** A store is a port that anyone may implement: a row of another place, or one that never transfers, is not taken on its word. */
function isOpen(row: RecalledObservation['observation'], orgId: string, source: string): boolean {
  return row.orgId === orgId && row.projectId === source && !NEVER.has(row.classification);
}

async function allowed(
  { authorizer, onError }: CrossProjectTransferOptions,
  request: PeerRequest,
  rows: readonly RecalledObservation[],
): Promise<RecalledObservation[]> {
  const { orgId, agentId = 'anonymous', projectId, sessionId = null, signal } = request;
  const principal = { orgId, agentId, projectId, sessionId };
  const resources = rows.map(({ observation }) => ({ ...observation, type: 'observation' as const }));
  const decisions = await decideOnce(authorizer, principal, resources, onError, signal, 'transfer');
  return rows.filter((_, index) => decisions[index]?.allowed === true);
}

function transferredRow(
  row: RecalledObservation,
  source: string,
  ranking: FeedbackRankingSettings,
): RecalledObservation {
  const { observation } = row;
  const weight = observation.weight * TRANSFERRED_WEIGHT;
  const before = feedbackFactor(observation.weight, ranking);
  const score = before === 0 ? 0 : (row.score / before) * feedbackFactor(weight, ranking);
  const metadata = Object.freeze({ ...observation.metadata, source_project: source, transferred: true });
  return { ...row, score, observation: Object.freeze({ ...observation, weight, metadata }) };
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
