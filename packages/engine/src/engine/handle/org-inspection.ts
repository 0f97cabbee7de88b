import { createYieldTurn } from '../../base/threads/yield-turn.ts';
import type { ListMemoryInjectsOptions } from '../../memory/injects/list-given.ts';
import type { MemoryInject } from '../../memory/injects/memory-inject.ts';
import { purgeBefore, type PurgeOptions } from '../../base/database/purge-before.ts';
import { requireWholeNumber } from '../../base/require-input.ts';
import {
  analyticsWindow,
  type AnalyticsRequest,
  type AnalyticsWindow,
  type MemoryWindow,
} from '../../memory/insight/analytics-window.ts';
import {
  budgetChange,
  type BudgetChange,
  budgetTraces,
  type BudgetTracesRequest,
} from '../../memory/insight/budget-change.ts';
import {
  contextBudgetPoints,
  type ContextBudgetLevel,
  markParetoFront,
  type ParetoPoint,
} from '../../memory/insight/context-budget-points.ts';
import {
  directoryCoverage,
  type DirectoryCoverage,
  type DirectoryCoverageRequest,
} from '../../memory/insight/directory-coverage.ts';
import {
  retrievalImpact,
  weightMovement,
  type RetrievalImpact,
  type WeightMovement,
} from '../../memory/insight/feedback-impact.ts';
import { memoriesOfChangedFiles, memoriesOfVanishedFiles, type FileDrift } from '../../memory/insight/file-drift.ts';
import { findContradictions, type Contradiction } from '../../memory/insight/find-contradictions.ts';
import {
  listProjects,
  type ListProjectsOptions,
  type ProjectPage,
  listStatements,
} from '../../memory/insight/list-projects.ts';
import { sessionFigures, type SessionFigures } from '../../memory/insight/help-figures.ts';
import { liveTopology, type LiveTopology, type LiveTopologyRequest } from '../../memory/insight/live-topology.ts';
import {
  memoryHealth,
  type MemoryHealth,
  memoryTrends,
  type MemoryTrend,
  type TrendKey,
} from '../../memory/insight/memory-health.ts';
import {
  topObservations,
  type ObservationStanding,
  type TopObservationsRequest,
} from '../../memory/insight/top-observations.ts';
import {
  latencyHistogram,
  outcomeShares,
  type LatencyBand,
  type OutcomeShare,
} from '../../memory/insight/verb-latency.ts';
import type { GraphNeighbourhood, GraphNeighbourhoodRequest } from '../../memory/graph/graph-neighbourhood.ts';
import type { ListDeliveredInjectionsOptions } from '../../memory/injection-log/list-delivered-injections.ts';
import {
  listVerbEvents,
  type ListVerbEventsOptions,
  type StoredVerbEvent,
} from '../../memory/verb-events/verb-event-statements.ts';
import { didItHelp, type DidItHelp } from '../inspect/did-it-help.ts';
import {
  inspectInjections,
  type InspectedInjection,
  type InspectParts,
  injectsSeen,
} from '../inspect/inspect-injections.ts';
import { createObservationViews, type ObservationViews } from '../inspect/view-observations.ts';
import { hiddenFrom, type Viewer, visibleIds, type WithViewer } from '../inspect/viewer.ts';

/** The stretch of time that figures are of. */
export interface WithWindow {
  readonly window: Omit<AnalyticsWindow, 'project'>;
}

/** What feedback did. */
export interface FeedbackImpact extends WithWindow {
  readonly retrievals: readonly RetrievalImpact[];
  readonly weights: readonly WeightMovement[];
}

/** What became of tool calls, and how long they took. */
export interface VerbLatency extends WithWindow {
  readonly outcomes: readonly OutcomeShare[];
  readonly histogram: readonly LatencyBand[];
}

/** Memories that may not hold any more. */
export interface MemoryDrift extends WithWindow {
  readonly changedFiles: readonly FileDrift[];
  readonly vanishedFiles: readonly FileDrift[];
  readonly contradictions: readonly Contradiction[];
  /** Statements that were compared with each other: the newest. */
  readonly compared: number;
}

/**
 * What people look at to see how one organisation's memory works: how blocks came to be, and figures over time. Reads only, each bounded in time
 * and rows. With a `viewer`, what shows text, files or nodes leaves out what the policies do not let them read. All fail with `invalid-input`.
 */
export interface OrgInspection extends ObservationViews {
  /** The queue of a session, as `org.listMemoryInjects`. The text is '' where the viewer may not read all that is in it. */
  injects(sessionId: string, options?: ListMemoryInjectsOptions & WithViewer): Promise<readonly MemoryInject[]>;
  /** The injections of a session, newest first, with their blocks as the agent got them, deliveries, scores, and what was left out. */
  injections(
    sessionId: string,
    options?: ListDeliveredInjectionsOptions & WithViewer,
  ): Promise<readonly InspectedInjection[]>;
  /** The tool calls of a session that the memory was asked about, newest first. They are logged about a second after they happen. */
  verbEvents(sessionId: string, options?: ListVerbEventsOptions): Promise<readonly StoredVerbEvent[]>;
  /** Deletes logged tool calls of before a moment. */
  purgeVerbEvents(before: Date, options?: PurgeOptions): Promise<{ readonly purged: number }>;
  /** The live sessions as a graph. */
  topology(request?: LiveTopologyRequest): Promise<LiveTopology>;
  /** What feedback did to ranks and weights. Seed "Context Injection", Feedback Impact. */
  feedbackImpact(request?: AnalyticsRequest & WithViewer): Promise<FeedbackImpact>;
  /** Tokens against what became of sessions. Seed "Context Injection", Context Budget Pareto. */
  contextBudget(request?: ContextBudgetRequest): Promise<WithWindow & { readonly points: readonly ParetoPoint[] }>;
  /** What another budget would have made of the start blocks of a work type. */
  budgetChange(request: BudgetChangeRequest & WithViewer): Promise<WithWindow & BudgetChange>;
  latency(request?: AnalyticsRequest): Promise<VerbLatency>;
  topObservations(
    request?: AnalyticsRequest & TopObservationsRequest & WithViewer,
  ): Promise<WithWindow & { readonly observations: readonly ObservationStanding[] }>;
  drift(request?: AnalyticsRequest & { readonly limit?: number } & WithViewer): Promise<MemoryDrift>;
  coverage(
    request?: Pick<AnalyticsRequest, 'projectId'> & DirectoryCoverageRequest & WithViewer,
  ): Promise<readonly DirectoryCoverage[]>;
  trends(
    request: AnalyticsRequest & { readonly by: TrendKey } & WithViewer,
  ): Promise<WithWindow & { readonly trends: readonly MemoryTrend[] }>;
  health(request?: AnalyticsRequest & WithViewer): Promise<WithWindow & MemoryHealth>;
  /** A part of the graph, as `org.graph.neighbourhood`, of what the viewer may be told. */
  neighbourhood(request?: GraphNeighbourhoodRequest & WithViewer): Promise<GraphNeighbourhood>;
  /** Whether memory helped: what was given, what it cost, what was used, what became of it. (Default: of the last 7 days) */
  didItHelp(request?: Omit<AnalyticsRequest, 'bucket'> & WithViewer): Promise<DidItHelp>;
  /** Which of some observations and nodes exist and may be told to the viewer, by their whole ids. */
  readableIds(request: ReadableIdsRequest): Promise<ReadonlySet<string>>;
  /** What each of some sessions was given and used, at most 200. */
  sessionFigures(sessionIds: readonly string[]): Promise<readonly SessionFigures[]>;
  /** The projects that there is something of, by id. What belongs to none has no name. */
  projects(options?: ListProjectsOptions): Promise<ProjectPage>;
}

/** No model reads more. */
const MOST_BUDGET_TOKENS = 100_000;

/** Pairs are found by shared words: 2000 statements take some 20 ms. */
const MOST_COMPARED = 2000;

/** Which injections are put together, and by what. */
export interface ContextBudgetRequest extends AnalyticsRequest {
  /** By the budget that they had, or by bands of 100 injected tokens. (Default: 'budget') */
  readonly level?: ContextBudgetLevel;
}

/** Which blocks are filled again, and with what. */
export interface BudgetChangeRequest extends AnalyticsRequest, BudgetTracesRequest {
  /** 0 to 100000. */
  readonly budgetTokens: number;
}

/** Which observations and nodes are meant, by whole ids. */
export interface ReadableIdsRequest extends WithViewer {
  readonly observationIds?: readonly string[];
  readonly nodeIds?: readonly string[];
}

export function createOrgInspection(parts: InspectParts): OrgInspection {
  const { tenant, rooms, graph } = parts;
  return {
    ...createObservationViews(rooms, tenant),
    injects: (sessionId, options) => injectsSeen(parts, sessionId, options),
    injections: (sessionId, options) => inspectInjections(parts, sessionId, options),
    verbEvents: (sessionId, options) => listVerbEvents(tenant, sessionId, options),
    purgeVerbEvents: (before, options) => purgeBefore(tenant, 'session_verb_events', before, options),
    projects: (options) => listProjects(tenant, options),
    didItHelp: (request = {}) => didItHelp(rooms, tenant, request),
    sessionFigures: (sessionIds) => sessionFigures(tenant, sessionIds),
    readableIds: (request) => readableIds(parts, request, request.viewer),
    ...figuresOf(parts),
    topology: (request = {}) => liveTopology(tenant, request, rooms.clock.now()),
    async latency(request = {}) {
      const window = windowOf(parts, request);
      const [outcomes, histogram] = await Promise.all([
        outcomeShares(tenant, window),
        latencyHistogram(tenant, window),
      ]);
      return { window: told(window), outcomes, histogram };
    },
    async neighbourhood({ viewer, ...request } = {}) {
      const { nodes, edges, hasMore } = await graph.neighbourhood(request);
      const visible = await visibleIds(rooms, tenant.orgId, viewer, { nodes });
      return {
        nodes: nodes.filter(({ id }) => visible.has(id)),
        edges: edges.filter(({ sourceId, targetId }) => visible.has(sourceId) && visible.has(targetId)),
        hasMore,
      };
    },
    async contextBudget({ level, ...request } = {}) {
      const window = windowOf(parts, request);
      return { window: told(window), points: markParetoFront(await contextBudgetPoints(tenant, window, level)) };
    },
    async budgetChange({ budgetTokens, viewer, ...request }) {
      const window = windowOf(parts, request);
      requireWholeNumber(budgetTokens, 'budgetTokens', 0, MOST_BUDGET_TOKENS);
      const change = budgetChange(request.workType, budgetTokens, await budgetTraces(tenant, window, request));
      if (viewer === undefined) return { window: told(window), ...change };
      const { gained, lost } = change;
      const ids = await readableIds(parts, { observationIds: [...gained, ...lost].map(({ id }) => id) }, viewer);
      const shown = (named: BudgetChange['gained']): BudgetChange['gained'] => named.filter(({ id }) => ids.has(id));
      return { window: told(window), ...change, gained: shown(gained), lost: shown(lost) };
    },
  };
}

/** Figures of memories, of those that the viewer may be told of. */
function figuresOf(
  parts: InspectParts,
): Pick<OrgInspection, 'feedbackImpact' | 'topObservations' | 'drift' | 'coverage' | 'trends' | 'health'> {
  const { tenant, rooms } = parts;
  return {
    async feedbackImpact(request = {}) {
      const window = await windowFor(parts, request);
      const [retrievals, weights] = await Promise.all([
        retrievalImpact(tenant, window),
        weightMovement(tenant, window),
      ]);
      return { window: told(window), retrievals, weights };
    },
    async topObservations(request = {}) {
      const window = await windowFor(parts, request);
      return { window: told(window), observations: await topObservations(tenant, window, request) };
    },
    async drift({ limit = 100, ...request } = {}) {
      const window = await windowFor(parts, request);
      const [changedFiles, vanishedFiles, statements] = await Promise.all([
        memoriesOfChangedFiles(tenant, window, limit),
        memoriesOfVanishedFiles(tenant, window, limit),
        listStatements(tenant, window, MOST_COMPARED),
      ]);
      const contradictions = await findContradictions(statements, createYieldTurn(rooms.clock), limit);
      return { window: told(window), changedFiles, vanishedFiles, contradictions, compared: statements.length };
    },
    coverage: async (request = {}) => directoryCoverage(tenant, await windowFor(parts, request), request),
    async trends({ by, ...request }) {
      const window = await windowFor(parts, request);
      return { window: told(window), trends: await memoryTrends(tenant, window, by) };
    },
    async health(request = {}) {
      const window = await windowFor(parts, request);
      return { window: told(window), ...(await memoryHealth(tenant, window)) };
    },
  };
}

async function readableIds(
  { rooms, tenant, graph }: InspectParts,
  { observationIds = [], nodeIds = [] }: ReadableIdsRequest,
  viewer: Viewer | undefined,
): Promise<ReadonlySet<string>> {
  const [observations, named] = await Promise.all([
    rooms.observations(tenant.orgId).getMany([...new Set(observationIds)]),
    nodeIds.length === 0 ? [] : graph.getNodes([...new Set(nodeIds)]),
  ]);
  return visibleIds(rooms, tenant.orgId, viewer, { observations, nodes: named });
}

function windowOf({ rooms }: InspectParts, request: AnalyticsRequest): AnalyticsWindow {
  return analyticsWindow(request, rooms.clock.now());
}

/** Without what the viewer may not be told of. */
async function windowFor(parts: InspectParts, request: AnalyticsRequest & WithViewer): Promise<MemoryWindow> {
  const window = windowOf(parts, request);
  return { ...window, hidden: await hiddenFrom(parts.rooms, parts.tenant, request.viewer, window.project) };
}

const told = ({ since, until, bucket }: AnalyticsWindow): WithWindow['window'] => ({ since, until, bucket });
