/** Types of what the calls of a memory take and answer, beyond those of the main entry. */
export type {
  DatabaseDriver,
  OperatorDatabase,
  Row,
  RunOptions,
  Statement,
  StatementOptions,
  TenantDatabase,
} from './base/database/database.ts';
export type { ObservationSource, ObservationStatus } from './memory/observations/observation.ts';
export type { ChangesPage, ChangesRequest, FeedCursor } from './memory/observations/read/change-feed.ts';
export type { ForgetRequest } from './memory/observations/write/forget-observations.ts';
export type { ImportResult, ImportSource, RejectedRow } from './memory/observations/exchange/import-observations.ts';
export type { ListRequest, ObservationPage } from './memory/observations/read/list-observations.ts';
export type { ObservationChange } from './memory/observations/observation-status.ts';
export type { ObservationFilter } from './memory/observations/read/observation-filter.ts';
export type { ObservationRecord } from './memory/observations/observation-row.ts';
export type { ScopePage, ScopePageRequest, ScopePlace } from './memory/observations/read/scope-page.ts';
export type { ReleaseResult } from './memory/observations/write/change-observation.ts';
export type { RememberOptions } from './memory/observations/write/remember-observations.ts';
export type { SupersedeOptions, SupersedeResult } from './memory/observations/write/supersede-observation.ts';
export type { ConfigOverrides } from './memory/config/org-config.ts';
export type { ChangeOptions, ConfigChange, ListConfigChangesRequest } from './memory/config/config-change.ts';
export type { EffectiveConfig, GraphGate, RecallMatrix } from './memory/config/effective-config.ts';
export type { ConfigOverride, OverridePatch } from './memory/config/override-table.ts';
export type {
  ListProjectConfigsRequest,
  ProjectChangeOptions,
  ProjectMemoryConfig,
  ProjectMemoryPatch,
  ProjectMemorySettings,
} from './memory/config/project-config.ts';
export type {
  Experiment,
  ExperimentActor,
  ExperimentReport,
  ExperimentStore,
} from './memory/experiments/experiment-store.ts';
export type { GivenBlock, InjectQueueState, ListMemoryInjectsOptions } from './memory/injects/list-given.ts';
export type { InjectDropReason, InjectSource, InjectStatus } from './memory/injects/memory-inject.ts';
export type { ClaimInjectOptions, ClaimInjectResult } from './memory/injects/claim-pending-inject-for-session.ts';
export type { DeliveredInjectInput } from './memory/injects/record-delivered-inject.ts';
export type { HeartbeatOptions, HeartbeatResult } from './memory/injects/refresh-lock-and-claim-inject.ts';
export type { PurgeOptions } from './base/database/purge-before.ts';
export type { ApiKey, ApiKeyRole } from './memory/api-keys/api-key.ts';
export type { ApiKeyInput, ApiKeys, CreatedApiKey } from './memory/api-keys/api-keys.ts';
export type { ImportCursor, ImportCursors } from './memory/import-cursors/import-cursors.ts';
export type {
  ClaimedSessionInjection,
  ClaimedSessionOutcome,
} from './features/session-start/inject-context-for-claimed-session.ts';
export type { ActivityStore } from './memory/activities/activity-store.ts';
export type { ActivityType } from './memory/activities/activity.ts';
export type { AppendedActivity, AppendOptions } from './memory/activities/append-activities.ts';
export type { ActivityPage, Facet, ListActivitiesRequest } from './memory/activities/list-activities.ts';
export type { Json, JsonObject } from './base/text/stored-text.ts';
export type { ClaimedSession, ClaimNextOptions, ClaimOptions } from './memory/sessions/claim-session.ts';
export type { CreateSessionResult } from './memory/sessions/create-session.ts';
export type { AbandonResult, CompleteOptions, EndOptions, EndResult } from './memory/sessions/end-session.ts';
export type { ListSessionsRequest, SessionPage } from './memory/sessions/list-sessions.ts';
export type { LockLost, RefreshResult, ReleaseSessionResult } from './memory/sessions/refresh-session-lock.ts';
export type { ParentLink, SessionParent, SessionStatus, SessionWorkItem } from './memory/sessions/session.ts';
export type { SessionDescription } from './memory/sessions/session-input.ts';
export type { StartEpochResult } from './memory/sessions/describe-session.ts';
export type { AnalyticsBucket, AnalyticsRequest, AnalyticsWindow } from './memory/insight/analytics-window.ts';
export type { BudgetChange } from './memory/insight/budget-change.ts';
export type {
  BudgetChangeRequest,
  ContextBudgetRequest,
  FeedbackImpact,
  MemoryDrift,
  OrgInspection,
  ReadableIdsRequest,
  VerbLatency,
  WithWindow,
} from './engine/handle/org-inspection.ts';
export type { ChangeObservationResult, ObservationPatch } from './memory/observations/write/change-observation.ts';
export type { Claim, Contradiction } from './memory/insight/find-contradictions.ts';
export type { ContextBudgetLevel, ContextBudgetPoint, ParetoPoint } from './memory/insight/context-budget-points.ts';
export type { DirectoryCoverage, DirectoryCoverageRequest } from './memory/insight/directory-coverage.ts';
export type { DidItHelp } from './engine/inspect/did-it-help.ts';
export type { FileDrift } from './memory/insight/file-drift.ts';
export type { ListTalksRequest, Talk, TalkPage, TalksRequest } from './memory/observations/read/list-talks.ts';
export type {
  GraphNeighbourhood,
  GraphNeighbourhoodRequest,
  NeighbourNode,
} from './memory/graph/graph-neighbourhood.ts';
export type {
  InjectionDelivery,
  ListDeliveredInjectionsOptions,
} from './memory/injection-log/list-delivered-injections.ts';
export type { InjectionTrace, TraceReason, TracedLeftOut, TracedRow } from './memory/injection-log/injection-trace.ts';
export type { InspectedBlock, InspectedInjection, InspectedMemory } from './engine/inspect/inspect-injections.ts';
export type { LatencyBand, OutcomeShare } from './memory/insight/verb-latency.ts';
export type { ListProjectsOptions, ProjectPage } from './memory/insight/list-projects.ts';
export type { ListVerbEventsOptions, StoredVerbEvent } from './memory/verb-events/verb-event-statements.ts';
export type {
  EarningMemory,
  IdleMemory,
  LearnedMemory,
  NamedMemory,
  SessionFigures,
} from './memory/insight/help-figures.ts';
export type { LiveTopology, LiveTopologyRequest, TopologyEdge, TopologyNode } from './memory/insight/live-topology.ts';
export type { MemoryHealth, MemoryTrend, TrendKey } from './memory/insight/memory-health.ts';
export type { ObservationStanding, TopObservationsRequest } from './memory/insight/top-observations.ts';
export type { RetrievalImpact, WeightMovement } from './memory/insight/feedback-impact.ts';
export type { Viewer, WithViewer } from './engine/inspect/viewer.ts';
export type { AccessQuestion } from './engine/inspect/explain-denials.ts';
export type { Denial, DenialExplanation, DenialQuestion } from './engine/inspect/explain-denials.ts';
export type { AdministrationRequest, OrgAdministration } from './engine/handle/org-administration.ts';
export type { AdministrativeAction } from './memory/policy/administration.ts';
export type { DescribedResource, PolicyTest } from './engine/inspect/test-policies.ts';
export type { AnsweredTriplet, GraphAnswer, GraphQuestion } from './engine/sessions/search-graph.ts';
export type {
  AccessVerb,
  AuthorizationResource,
  Decide,
  PolicyDecision,
  Principal,
  ShadowDenial,
} from './memory/policy/authorizer.ts';
export type { ShadowReport } from './memory/policy/cedar/cedar-authorizer.ts';
export type { PolicyCheck, PolicyProblem } from './memory/policy/check-policy.ts';
export type { PutPolicyOptions } from './memory/policy/org-policies.ts';
export type { NamedPolicy, OrgPolicy, PolicyMode } from './memory/policy/org-policy.ts';
export type { BackfillResult } from './memory/embeddings/store/backfill-embeddings.ts';
export type { EmbedOptions } from './memory/embeddings/model/embedder.ts';
export type { SemanticSettings } from './recall/semantic-settings.ts';
export type { Degradation, SearchExplanation, SemanticAnswer } from './memory/search/search.ts';
export type { SearchSettings, SearchSettingsPatch, TalkSettings } from './memory/search/search-settings.ts';
export type { CommitBehind, LeftOut, RecallExplanation, SeenRows } from './recall/memory-store.ts';
export type { ContextBudgetConfig } from './features/session-start/context-budget.ts';
export type {
  ContextInjectionLog,
  GraphEdgeKey,
  StoredContextInjection,
} from './memory/injection-log/context-injection-log.ts';
export type { ListContextInjectionsOptions } from './memory/injection-log/record-context-injection.ts';
export type { InjectionEvent, InjectionReason } from './features/in-session/injection-result.ts';
export type { PendingInjection } from './features/in-session/session-state.ts';
export type { FileAtHand, FileOfProject } from './features/in-session/events/verb-bus-event.ts';
export type { CheckoutFiles } from './recall/evidence/checkout-files.ts';
export type { BlamedLine, LinesAtHand } from './recall/evidence/lines-behind.ts';
export type { DeniedTriplet, EnforceGraphAccess } from './features/graph-context/authorize-triplets.ts';
export type { FindTripletsRequest } from './features/graph-context/find-triplets.ts';
export type { GraphContextTriplet, SurfacedGraph } from './memory/graph/triplet.ts';
export type { GraphEdge, GraphEdgeIdentity, GraphEdgeInput } from './memory/graph/graph-edge.ts';
export type { GraphFile } from './memory/graph/graph-files.ts';
export type { GraphNode, GraphNodeInput, GraphNodeMetadata } from './memory/graph/graph-node.ts';
export type { GraphSeed } from './memory/graph/find-graph-seeds.ts';
export type { FoundTriplet, TripletNode } from './memory/graph/expand-graph.ts';
export type { GraphScope } from './memory/graph/graph-edge.ts';
export type { GraphFileStore } from './memory/graph/graph-store.ts';
export type { GraphCounts } from './memory/graph/get-graph-nodes.ts';
export type { UpsertedGraphEdges } from './memory/graph/upsert-graph-edges.ts';
export type { UpsertedGraphNodes } from './memory/graph/upsert-graph-nodes.ts';
export type {
  ObservationFeedbackResult,
  SessionFeedbackResult,
  SetOutcomeOptions,
} from './engine/handle/org-feedback.ts';
export type { BrokenChange, VerifiedChanges } from './base/database/change-chain.ts';
export type { DecidedOutcome, EvidenceSource, OutcomeEvidence, SaidOutcome } from './memory/feedback/decide-outcome.ts';
export type { DueSession, SessionOutcomeView } from './memory/feedback/session-evidence.ts';
export type { WeightChange } from './memory/feedback/apply-feedback.ts';
export type { FeedbackEvidence } from './memory/feedback/find-evidence.ts';
export type { WeightHistoryEntry, WeightHistoryOptions } from './memory/feedback/rank-delta.ts';
export type { FeedbackRefusal, ObservationFeedback } from './memory/feedback/observation-feedback.ts';
export type { RankDelta, RankDeltaRequest } from './memory/feedback/rank-delta.ts';
export type { OrgTransfer, TransferReason } from './engine/handle/org-transfer.ts';
export type { ProjectFingerprint } from './memory/transfer/fingerprints.ts';
export type { TransferGrant, TransferPair, TransferSource } from './memory/transfer/grants.ts';
export type { AckInjectOptions } from './memory/injects/ack-memory-inject.ts';
export type { AmendmentRecord } from './memory/observations/write/amendments.ts';
export type { ClaimedBlockOptions } from './engine/sessions/build-block.ts';
export type { CommitsRequest } from './memory/observations/read/get-observations.ts';
export type {
  ExperimentFindings,
  Measure,
  MeasureName,
  MeasureSide,
  MeasureVerdict,
} from './memory/experiments/experiment-report.ts';
export type { LaterTalks, TalkPlace } from './memory/observations/write/amendments.ts';
export type { ObservationViews } from './engine/inspect/view-observations.ts';
export type { PinnedObservation } from './features/session-start/pinned-first.ts';
export type { SessionStartOptions } from './engine/wire/memory-options.ts';
export type { SkippedRow } from './recall/candidates/admit-rows.ts';
export type { StatedRequest } from './memory/observations/read/stated-of-file.ts';
