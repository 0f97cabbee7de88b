/** The public names of what people look at, for index.ts. */
export type {
  BudgetChangeRequest,
  ContextBudgetRequest,
  FeedbackImpact,
  MemoryDrift,
  OrgInspection,
  VerbLatency,
  WithWindow,
} from './org-inspection.ts';
export type { DidItHelp } from './did-it-help.ts';
export type { Viewer, WithViewer } from './viewer.ts';
export type { InspectedBlock, InspectedInjection, InspectedMemory } from './inspect-injections.ts';
export type { AnalyticsBucket, AnalyticsRequest } from '../memory/insight/analytics-window.ts';
export type { BudgetChange } from '../memory/insight/budget-change.ts';
export type { ContextBudgetLevel, ContextBudgetPoint } from '../memory/insight/context-budget-points.ts';
export type { DirectoryCoverage, DirectoryCoverageRequest } from '../memory/insight/directory-coverage.ts';
export type { RetrievalImpact, WeightMovement } from '../memory/insight/feedback-impact.ts';
export type { FileDrift } from '../memory/insight/file-drift.ts';
export type { SessionFigures } from '../memory/insight/help-figures.ts';
export type { Claim, Contradiction } from '../memory/insight/find-contradictions.ts';
export type { ListProjectsOptions, ProjectPage } from '../memory/insight/list-projects.ts';
export type { LiveTopology, LiveTopologyRequest, TopologyEdge, TopologyNode } from '../memory/insight/live-topology.ts';
export type { ParetoPoint } from '../memory/insight/mark-pareto-front.ts';
export type { MemoryHealth } from '../memory/insight/memory-health.ts';
export type { MemoryTrend, TrendKey } from '../memory/insight/memory-trends.ts';
export type { ObservationStanding, TopObservationsRequest } from '../memory/insight/top-observations.ts';
export type { LatencyBand, OutcomeShare } from '../memory/insight/verb-latency.ts';
export type {
  InjectionDelivery,
  ListDeliveredInjectionsOptions,
} from '../memory/injection-log/list-delivered-injections.ts';
export type { InjectionTrace, TracedLeftOut, TracedRow, TraceReason } from '../memory/injection-log/injection-trace.ts';
export type { ListVerbEventsOptions } from '../memory/verb-events/list-verb-events.ts';
export type { StoredVerbEvent } from '../memory/verb-events/verb-event.ts';
export type { ListTalksRequest, Talk, TalkPage } from '../memory/observations/list-talks.ts';
export type { ChangeObservationResult, ObservationPatch } from '../memory/observations/change-observation.ts';
export type {
  GraphNeighbourhood,
  GraphNeighbourhoodRequest,
  NeighbourNode,
} from '../memory/graph/graph-neighbourhood.ts';
