import { systemClock, type Clock } from '../../base/clock.ts';
import type { TokenEstimator } from '../../base/text/estimate-tokens.ts';
import { requireId, requireInput, requireLabel, requireNumber, requireStrings } from '../../base/require-input.ts';
import { safeListener } from '../../base/safe-listener.ts';
import {
  DEFAULT_LINE_FORMAT,
  estimatorFor,
  isLineFormat,
  type LineFormat,
} from '../../memory/compose/lines/line-format.ts';
import { boundQueryText } from '../../memory/injection-log/context-injection-log.ts';
import type { Principal } from '../../memory/policy/authorizer.ts';
import {
  createCrossProjectTransferStore,
  type CrossProjectTransferOptions,
} from '../../recall/candidates/cross-project-transfer-store.ts';
import type { CheckoutFiles } from '../../recall/evidence/checkout-files.ts';
import type { MemoryStore, RecallRequest } from '../../recall/memory-store.ts';
import { rankedStore } from '../../recall/candidates/ranked-store.ts';
import type { FindTripletsRequest } from '../graph-context/find-triplets.ts';
import type { PinnedObservation } from './pinned-first.ts';
import { DEFAULT_CONTEXT_BUDGET, resolveContextBudget, type ContextBudgetConfig } from './context-budget.ts';

/** What a session-start block is built from. The first six fields are the seed's. */
export interface SessionMemoryRequest {
  readonly sessionId: string;
  /** `bug_fix`, `feature`, `refactor`, `chore` or any other text; it decides the budget. */
  readonly workType: string;
  readonly orgId: string;
  /** (Default: only observations that belong to no project) */
  readonly projectId?: string | null;
  /** Its first 8192 characters are searched. See composeRetrievalQuery. */
  readonly queryText: string;
  /** One that does not rank itself answers by relevance, and feedback ranking is applied here. */
  readonly store: MemoryStore;
  /** The knowledge graph beside the observations. (Default: no triplets) */
  readonly graph?: SessionGraph;
  /** Reads what is pinned: it comes first, whatever the work item is about, in at most a third of the budget. (Default: nothing is) */
  readonly pinned?: (signal: AbortSignal) => Promise<readonly PinnedObservation[]>;
  /** Also recall from peer projects: the store is wrapped with createCrossProjectTransferStore. (Default: off) */
  readonly crossProjectTransfer?: CrossProjectTransferOptions;
  /** (Default: {@link DEFAULT_CONTEXT_BUDGET}) */
  readonly budget?: ContextBudgetConfig;
  /** How observations are shown: `compact`, or `classic` as the seed has it. (Default: 'compact') */
  readonly lineFormat?: LineFormat;
  /** (Default: what goes with the format: an estimate that real tokenizers stay below, or the seed's characters / 4) */
  readonly estimateTokens?: TokenEstimator;
  /** The agent that will read the block; policies may look at it. */
  readonly agentId?: string;
  /** Files that the work item names: hints, not filters. */
  readonly paths?: readonly string[];
  /** Reads the lines of a likely file, each with the commit that brought it. (Default: words alone say what a commit is about) */
  readonly linesOf?: RecallRequest['linesOf'];
  /** The files of the checkout that the session works in. (Default: no checkout is at hand) */
  readonly checkout?: CheckoutFiles;
  /** The last exchanges, newest last, when a session goes on. */
  readonly context?: readonly string[];
  /** 0 to 1. (Default: 0.25) */
  readonly minRelevance?: number;
  /** Most observations to consider, 1 to 200. (Default: 20) */
  readonly limit?: number;
  /** Longest wait for recall, 1 to 600000 ms. (Default: 1000) */
  readonly deadlineMs?: number;
  /** What the project's settings say; false: nothing is asked, the outcome is `memory-off`. (Default: true) */
  readonly memoryEnabled?: boolean;
  /** Fill the rows' explanations and `leftOut`. (Default: false) */
  readonly explain?: boolean;
  /** Aborting ends the build like an expired deadline. */
  readonly signal?: AbortSignal;
  /** (Default: the system's clock) */
  readonly clock?: Clock;
  /** Told about a failure that was kept from the session. (Default: nobody) */
  readonly onError?: (error: unknown) => void;
}

/** The graph that a block takes triplets from. The first three fields are the seed's. */
export interface SessionGraph extends Pick<FindTripletsRequest, 'engine' | 'enforce' | 'topK' | 'neighborhoodDepth'> {
  /** Who will read the block. Of another organisation than the request: no triplets. */
  readonly identity: Principal;
  /** Both gates: the project's graph is on, and its work type recalls it. */
  readonly graphEnabled: boolean;
  /** Tokens of the triplets, never more than the block's. (Default: 500) */
  readonly budgetTokens?: number;
}

/** A checked request: every default filled in, the budget resolved. */
export interface SessionMemorySettings {
  readonly store: MemoryStore;
  readonly recall: RecallRequest & { readonly limit: number };
  readonly graph: SessionGraph | null;
  readonly pinned: NonNullable<SessionMemoryRequest['pinned']>;
  readonly budgetTokens: number;
  readonly deadlineMs: number;
  readonly lineFormat: LineFormat;
  readonly estimateTokens: TokenEstimator;
  readonly checkout: CheckoutFiles;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly onError: (error: unknown) => void;
}

/** Defaults of session start. Source: contract 4 (thresholds) and the recall port. */
/** What a block may take when the request does not say. */
export const START_DEADLINE_MS = 1000;

const DEFAULTS = Object.freeze({ minRelevance: 0.25, limit: 20, deadlineMs: START_DEADLINE_MS });

function requireFields(request: SessionMemoryRequest): void {
  requireId(request.sessionId, 'sessionId');
  requireId(request.orgId, 'orgId');
  requireLabel(request.workType, 'workType');
  if (request.projectId !== undefined && request.projectId !== null) requireId(request.projectId, 'projectId');
  if (request.agentId !== undefined) requireId(request.agentId, 'agentId');
  requireInput(typeof request.queryText === 'string', 'queryText', 'a string');
  requireInput(typeof request.store?.recall === 'function', 'store', 'a memory store with a recall function');
  const { estimateTokens, lineFormat } = request;
  requireInput(lineFormat === undefined || isLineFormat(lineFormat), 'lineFormat', "'compact' or 'classic'");
  requireInput(estimateTokens === undefined || typeof estimateTokens === 'function', 'estimateTokens', 'a function');
  const { linesOf } = request;
  requireInput(linesOf === undefined || typeof linesOf === 'function', 'linesOf', 'a function');
  requireCheckout(request.checkout);
  requireGraph(request.graph);
  requireInput(request.pinned === undefined || typeof request.pinned === 'function', 'pinned', 'a function');
  requireStrings(request.paths ?? [], 'paths');
  requireStrings(request.context ?? [], 'context');
}

function requireCheckout({ hasFile, changedAt }: CheckoutFiles = {}): void {
  requireInput(hasFile === undefined || typeof hasFile === 'function', 'checkout.hasFile', 'a function');
  requireInput(changedAt === undefined || typeof changedAt === 'function', 'checkout.changedAt', 'a function');
}

function requireGraph(graph: SessionGraph | undefined): void {
  if (graph === undefined) return;
  requireInput(typeof graph?.engine?.search === 'function', 'graph.engine', 'a graph engine with a search function');
  requireInput(typeof graph.graphEnabled === 'boolean', 'graph.graphEnabled', 'true or false');
  const { budgetTokens = 0 } = graph;
  requireInput(Number.isFinite(budgetTokens) && budgetTokens >= 0, 'graph.budgetTokens', 'a number of at least 0');
}

/** The part of the request that goes on to recall. Optional fields are left out rather than set to undefined. */
function recallRequestOf(request: SessionMemoryRequest, deadlineMs: number): SessionMemorySettings['recall'] {
  const { agentId, paths, linesOf, context, minRelevance = DEFAULTS.minRelevance, limit = DEFAULTS.limit } = request;
  requireNumber(minRelevance, 'minRelevance', 0, 1);
  requireNumber(limit, 'limit', 1, 200);
  return {
    orgId: request.orgId,
    projectId: request.projectId ?? null,
    sessionId: request.sessionId,
    queryText: boundQueryText(request.queryText),
    guessFiles: true,
    minRelevance,
    limit: Math.floor(limit),
    deadlineMs,
    explain: request.explain === true,
    ...(agentId === undefined ? {} : { agentId }),
    ...(paths === undefined ? {} : { paths }),
    ...(linesOf === undefined ? {} : { linesOf }),
    ...(context === undefined ? {} : { context }),
  };
}

/** Throws `invalid-input` on a request that cannot be meant; what comes back needs no further check. */
export function resolveSessionMemoryRequest(request: SessionMemoryRequest): SessionMemorySettings {
  requireInput(typeof request === 'object' && request !== null, 'request', 'an object');
  requireFields(request);
  const { deadlineMs = DEFAULTS.deadlineMs, store, crossProjectTransfer } = request;
  requireNumber(deadlineMs, 'deadlineMs', 1, 600_000);
  return {
    store: rankedStore(crossProjectTransfer ? createCrossProjectTransferStore(store, crossProjectTransfer) : store),
    recall: recallRequestOf(request, deadlineMs),
    graph: request.graph?.graphEnabled === true ? request.graph : null,
    pinned: request.pinned ?? (() => Promise.resolve([])),
    budgetTokens: resolveContextBudget(request.budget ?? DEFAULT_CONTEXT_BUDGET, request.orgId, request.workType),
    deadlineMs,
    lineFormat: request.lineFormat ?? DEFAULT_LINE_FORMAT,
    estimateTokens: request.estimateTokens ?? estimatorFor(request.lineFormat),
    checkout: request.checkout ?? {},
    clock: request.clock ?? systemClock,
    signal: request.signal,
    onError: safeListener(request.onError),
  };
}
