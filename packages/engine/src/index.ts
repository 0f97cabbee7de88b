/** The whole public surface of the library; `./pglite`, `./pg` and `./testing` are beside it. */
export { createMemory, type Memory } from './engine.ts';
export type { LineFormat, MemoryOptions } from './engine/memory-options.ts';
export type { OrgConversationOptions } from './engine/org-conversation.ts';
export type { OrgMemory } from './engine/org-memory.ts';
export type { OrgInjectorOptions, OrgSubscriberOptions } from './engine/wire-in-session.ts';

export { InklingError, ERROR_CODES, type ErrorCode, type InklingErrorOptions } from './base/errors.ts';
export { systemClock, type Clock } from './base/clock.ts';
export { characterTokens, estimateTokens, type TokenEstimator } from './base/estimate-tokens.ts';
export type {
  Database,
  DatabaseDriver,
  OperatorDatabase,
  Row,
  RunOptions,
  Statement,
  StatementOptions,
  TenantDatabase,
} from './base/database/database.ts';

export { checkSchema, migrate, type MigrationResult, requireSchema } from './base/database/migrate.ts';
export type { SchemaReport } from './base/database/schema-report.ts';

export type {
  Classification,
  Observation,
  ObservationInput,
  ObservationKind,
  ObservationMetadata,
  ObservationSource,
  ObservationStatus,
  RememberResult,
} from './memory/observations/observation.ts';
export type { ObservationStore } from './memory/observations/observation-store.ts';
export type { ChangesPage, ChangesRequest, FeedCursor } from './memory/observations/change-feed.ts';
export type { ForgetRequest } from './memory/observations/forget-observations.ts';
export type { ImportResult, ImportSource, RejectedRow } from './memory/observations/import-observations.ts';
export { listScopes, type StoredScope } from './memory/observations/list-scopes.ts';
export type { ListRequest, ObservationPage } from './memory/observations/list-observations.ts';
export { listOrganisationsWithRetention } from './memory/observations/list-organisations-with-retention.ts';
export type { ObservationChange } from './memory/observations/observation-change.ts';
export type { ObservationFilter } from './memory/observations/observation-filter.ts';
export type { ObservationRecord } from './memory/observations/observation-record.ts';
export type { ScopePageRequest } from './memory/observations/scope-page.ts';
export type { ReleaseResult } from './memory/observations/release-observation.ts';
export type { SupersedeOptions, SupersedeResult } from './memory/observations/supersede-observation.ts';
export type { ConfigOverrides, OrgConfig } from './memory/config/org-config.ts';
export type { ChangeOptions, ConfigChange } from './memory/config/config-change.ts';
export { type EffectiveConfig, isGraphRecalled } from './memory/config/effective-config.ts';
export type { GraphGate } from './memory/config/graph-gate.ts';
export type { ListConfigChangesRequest } from './memory/config/list-config-changes.ts';
export type { ConfigOverride } from './memory/config/list-overrides.ts';
export type { ListProjectConfigsRequest } from './memory/config/list-project-configs.ts';
export {
  DEFAULT_PROJECT_MEMORY,
  type ProjectMemoryConfig,
  type ProjectMemoryPatch,
  type ProjectMemorySettings,
} from './memory/config/project-config.ts';
export {
  DEFAULT_RECALL_MATRIX,
  type RecallMatrix,
  recallsGraph,
  UNKNOWN_WORK_TYPE_RECALLS_GRAPH,
} from './memory/config/recall-matrix.ts';
export type { OverridePatch } from './memory/config/write-overrides.ts';
export type { ProjectChangeOptions } from './memory/config/write-project-config.ts';
export type { Experiment, ExperimentReport, ExperimentStore } from './memory/experiments/experiment-store.ts';
export type { InjectQueue } from './memory/injects/inject-queue.ts';
export type { GivenBlock } from './memory/injects/list-given.ts';
export type { InjectDropReason, InjectSource, InjectStatus, MemoryInject } from './memory/injects/memory-inject.ts';
export type { MemoryInjectInput } from './memory/injects/memory-inject-input.ts';
export type { ClaimInjectOptions, ClaimInjectResult } from './memory/injects/claim-pending-inject-for-session.ts';
export type { DeliveredInject } from './memory/injects/claim-statement.ts';
export type { DeliveredInjectInput } from './memory/injects/record-delivered-inject.ts';
export type { HeartbeatOptions, HeartbeatResult } from './memory/injects/refresh-lock-and-claim-inject.ts';
export type { AckInjectResult } from './memory/injects/ack-memory-inject.ts';
export type { ListMemoryInjectsOptions } from './memory/injects/list-memory-injects.ts';
export type { PurgeInjectsOptions } from './memory/injects/purge-memory-injects.ts';
export { listOrganisationsWithOldInjects } from './memory/injects/list-organisations-with-old-injects.ts';
export type { InjectQueueState } from './memory/injects/measure-inject-queue.ts';
export { API_KEY_ROLES, type ApiKey, type ApiKeyRole } from './memory/api-keys/api-key.ts';
export { parseApiKey, type ApiKeyParts } from './memory/api-keys/api-key-text.ts';
export type { ApiKeyInput, ApiKeys, CreatedApiKey } from './memory/api-keys/api-keys.ts';
export { hasApiKeys } from './memory/api-keys/has-api-keys.ts';
export type { ImportCursor, ImportCursors } from './memory/import-cursors/import-cursors.ts';

export type {
  ClaimedSessionInjection,
  ClaimedSessionOutcome,
} from './features/session-start/inject-context-for-claimed-session.ts';
export { sanitizeExcerpt } from './memory/compose/sanitize-excerpt.ts';
export type { ActivityStore } from './memory/activities/activity-store.ts';
export type { Activity, ActivityInput, ActivityType } from './memory/activities/activity.ts';
export type { AppendedActivity, AppendOptions } from './memory/activities/append-activities.ts';
export type { Facet } from './memory/activities/current-facets.ts';
export type { ActivityPage, ListActivitiesRequest } from './memory/activities/list-activities.ts';
export type { Json, JsonObject } from './base/storable-json.ts';

export type { ClaimNextOptions } from './memory/sessions/claim-next-session.ts';
export type { ClaimedSession, ClaimOptions, ClaimResult } from './memory/sessions/claim-session.ts';
export type { CreateSessionResult } from './memory/sessions/create-session.ts';
export type { AbandonResult, CompleteOptions, EndOptions, EndResult } from './memory/sessions/end-session.ts';
export { listAbandonedSessions, type AbandonedSession } from './memory/sessions/list-abandoned-sessions.ts';
export type { ListSessionsRequest, SessionPage } from './memory/sessions/list-sessions.ts';
export { DEFAULT_LOCK_TTL_MS, type LockOptions } from './memory/sessions/lock-duration.ts';
export type { LockLost, RefreshResult } from './memory/sessions/refresh-session-lock.ts';
export type { ReleaseSessionResult } from './memory/sessions/release-session.ts';
export type {
  ParentLink,
  Session,
  SessionOutcome,
  SessionParent,
  SessionStatus,
  SessionWorkItem,
} from './memory/sessions/session.ts';
export type { SessionDescription, SessionInput } from './memory/sessions/session-input.ts';
export type { SessionStore } from './memory/sessions/session-store.ts';
export type { StartEpochResult } from './memory/sessions/start-epoch.ts';

// Several to a line, so that the whole surface stays one page.
export type { AnalyticsBucket, AnalyticsRequest, BudgetChange } from './engine/inspection-names.ts';
export type { BudgetChangeRequest, ChangeObservationResult, Claim } from './engine/inspection-names.ts';
export type { ContextBudgetLevel, ContextBudgetPoint, ContextBudgetRequest } from './engine/inspection-names.ts';
export type { Contradiction, DirectoryCoverage, DirectoryCoverageRequest } from './engine/inspection-names.ts';
export type { DidItHelp, FeedbackImpact, FileDrift, ListTalksRequest, Talk } from './engine/inspection-names.ts';
export type { GraphNeighbourhood, GraphNeighbourhoodRequest, InjectionDelivery } from './engine/inspection-names.ts';
export type { InjectionTrace, InspectedBlock, InspectedInjection, InspectedMemory } from './engine/inspection-names.ts';
export type { LatencyBand, ListDeliveredInjectionsOptions, ListProjectsOptions } from './engine/inspection-names.ts';
export type { ListVerbEventsOptions, ProjectPage, SessionFigures, TalkPage } from './engine/inspection-names.ts';
export type { LiveTopology, LiveTopologyRequest, MemoryDrift, MemoryHealth } from './engine/inspection-names.ts';
export type { MemoryTrend, NeighbourNode, ObservationPatch, ObservationStanding } from './engine/inspection-names.ts';
export type { OrgInspection, OutcomeShare, ParetoPoint, RetrievalImpact } from './engine/inspection-names.ts';
export type { StoredVerbEvent, TopObservationsRequest, TopologyEdge, TopologyNode } from './engine/inspection-names.ts';
export type { TraceReason, TracedLeftOut, TracedRow, TrendKey, VerbLatency } from './engine/inspection-names.ts';
export type { Viewer, WeightMovement, WithViewer, WithWindow } from './engine/inspection-names.ts';
export type { AccessQuestion } from './engine/explain-access.ts';
export type { Denial, DenialExplanation, DenialQuestion } from './engine/explain-denials.ts';
export type { AdministrationRequest, OrgAdministration } from './engine/org-administration.ts';
export { ADMINISTRATIVE_ACTIONS, type AdministrativeAction } from './memory/policy/administration.ts';
export type { DescribedResource, PolicyTest } from './engine/test-policies.ts';
export type { AnsweredTriplet, GraphAnswer, GraphQuestion } from './engine/search-graph.ts';
export type {
  AccessVerb,
  AuthorizationResource,
  Authorizer,
  Decide,
  PolicyDecision,
  Principal,
  ShadowDenial,
} from './memory/policy/authorizer.ts';
export type { ShadowReport } from './memory/policy/cedar-authorizer.ts';
export { checkPolicy, type PolicyCheck, type PolicyProblem } from './memory/policy/check-policy.ts';
export { decideWithPolicies } from './memory/policy/decide-with-policies.ts';
export { createDefaultAuthorizer } from './memory/policy/default-authorizer.ts';
export type { OrgPolicies, PutPolicyOptions } from './memory/policy/org-policies.ts';
export { POLICY_MODES, type NamedPolicy, type OrgPolicy, type PolicyMode } from './memory/policy/org-policy.ts';
export {
  applyFeedbackRanking,
  DEFAULT_FEEDBACK_RANKING,
  type FeedbackRankable,
  type FeedbackRanked,
  type FeedbackRankingSettings,
} from './memory/ranking/apply-feedback-ranking.ts';
export {
  boostByPathOverlap,
  PATH_OVERLAP_BOOST,
  type PathBoostable,
  type PathBoosted,
} from './memory/ranking/boost-by-path-overlap.ts';
export type { BackfillProgress, BackfillResult } from './memory/embeddings/backfill-embeddings.ts';
export type { EmbedMissingOptions } from './memory/embeddings/backfill-queue.ts';
export type { EmbedOptions, Embedder } from './memory/embeddings/embedder.ts';
export { createMiniLmEmbedder } from './memory/embeddings/minilm-embedder.ts';
export { createOllamaEmbedder, type OllamaEmbedderOptions } from './memory/embeddings/ollama-embedder.ts';
export { createOnnxEmbedder, type OnnxEmbedderOptions } from './memory/embeddings/onnx-embedder.ts';
export { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './memory/embeddings/openai-embedder.ts';
export { DEFAULT_SEMANTIC_RELEVANCE, type SemanticRelevance } from './memory/embeddings/semantic-relevance.ts';
export { isTrivialCommit } from './recall/is-trivial-commit.ts';
export { DEFAULT_SEMANTIC_SETTINGS, type SemanticSettings } from './recall/semantic-settings.ts';
export type { SemanticAnswer } from './memory/search/search.ts';
export {
  DEFAULT_SEARCH_SETTINGS,
  type FieldName,
  type FieldSettings,
  type SearchSettings,
  type SearchSettingsPatch,
} from './memory/search/search-settings.ts';

export type {
  LeftOut,
  MemoryStore,
  RecallExplanation,
  RecallRequest,
  RecallResult,
  RecalledObservation,
} from './recall/memory-store.ts';
export { DEFAULT_RECALL } from './recall/resolve-request.ts';
export {
  buildSessionMemoryBlock,
  type SessionMemoryBlock,
  type SessionMemoryOutcome,
} from './features/session-start/build-session-memory-block.ts';
export type { SessionGraph, SessionMemoryRequest } from './features/session-start/session-memory-request.ts';
export { composeRetrievalQuery, type RetrievalWorkItem } from './features/session-start/compose-retrieval-query.ts';
export {
  type ContextBudgetConfig,
  DEFAULT_CONTEXT_BUDGET,
  resolveContextBudget,
  UNKNOWN_WORK_TYPE_BUDGET,
} from './features/session-start/context-budget.ts';
export type {
  ContextInjectionLog,
  GraphEdgeKey,
  StoredContextInjection,
} from './memory/injection-log/context-injection-log.ts';
export type { ListContextInjectionsOptions } from './memory/injection-log/list-context-injections.ts';
export {
  createInSessionMemoryInjector,
  type InSessionMemoryInjector,
} from './features/in-session/in-session-memory-injector.ts';
export { DEFAULT_IN_SESSION_CONFIG, type InSessionMemoryConfig } from './features/in-session/in-session-config.ts';
export type {
  InjectionEvent,
  InjectionOutcome,
  InjectionReason,
  InjectionResult,
} from './features/in-session/injection-result.ts';
export {
  DEFAULT_IN_SESSION_LIMITS,
  type Admission,
  type InSessionLimits,
} from './features/in-session/injector-options.ts';
export type { GraphIdentity, GraphMatchRequest, InjectedMessage } from './features/in-session/injector-options.ts';
export type { InjectionCapability, InSessionGraph } from './features/in-session/injector-options.ts';
export type { InSessionInjectorOptions, SeenObservations } from './features/in-session/injector-options.ts';
export {
  createMemoryInjectionSubscriber,
  type MemoryInjectionSubscriber,
  type MemoryInjectionSubscriberOptions,
  type SubscribedSession,
  type SubscriberInject,
} from './features/in-session/memory-injection-subscriber.ts';
export type { ProviderHookEvent } from './features/in-session/provider-hook-event.ts';
export type { PendingInjection } from './features/in-session/session-state.ts';
export { createVerbBus, type Subscription, type VerbBus } from './features/in-session/verb-bus.ts';
export type { FileAtHand, VerbBusEvent } from './features/in-session/verb-bus-event.ts';
export type { BlamedLine, LinesAtHand } from './recall/lines-behind.ts';
export type { DeniedTriplet, EnforceGraphAccess } from './features/graph-context/authorize-triplets.ts';
export {
  buildGraphContextBlock,
  DEFAULT_GRAPH_BUDGET_TOKENS,
  type GraphContextBlock,
  type GraphContextRequest,
} from './features/graph-context/build-graph-context-block.ts';
export {
  enforceGraphAccess,
  type GraphAccessRequest,
  type GraphNodeAttributes,
} from './memory/policy/enforce-graph-access.ts';
export type { FindTripletsRequest } from './features/graph-context/find-triplets.ts';
export type { SurfacedGraph } from './memory/graph/surfaced-graph.ts';
export type { GraphContextTriplet } from './memory/graph/triplet.ts';
export type { GraphEdge, GraphEdgeIdentity, GraphEdgeInput } from './memory/graph/graph-edge.ts';
export type { GraphFile } from './memory/graph/graph-files.ts';
export type { GraphNode, GraphNodeInput, GraphNodeMetadata } from './memory/graph/graph-node.ts';
export { graphNodeId, type GraphNodeIdentity } from './memory/graph/graph-node-id.ts';
export type { GraphSeed } from './memory/graph/find-graph-seeds.ts';
export type { FoundTriplet, TripletNode } from './memory/graph/expand-graph.ts';
export type { GraphScope } from './memory/graph/graph-scope.ts';
export {
  createGraphSearchEngine,
  DEFAULT_GRAPH_SEARCH,
  type GraphSearchEngine,
  type GraphSearchEngineOptions,
  type GraphSearchRequest,
  type GraphSearchResult,
} from './memory/graph/graph-search-engine.ts';
export type { GraphFileStore, GraphStore } from './memory/graph/graph-store.ts';
export type { GraphCounts } from './memory/graph/count-graph.ts';
export type { ListGraphEdgesRequest } from './memory/graph/list-graph-edges.ts';
export type { ListGraphNodesRequest } from './memory/graph/list-graph-nodes.ts';
export type { UpsertedGraphEdges } from './memory/graph/upsert-graph-edges.ts';
export type { UpsertedGraphNodes } from './memory/graph/upsert-graph-nodes.ts';

export type { ObservationFeedbackResult, OrgFeedback, SessionFeedbackResult } from './engine/org-feedback.ts';
export type { VerifiedChanges } from './base/database/change-chain.ts';
export type { OutcomeEvidence, SaidOutcome } from './memory/feedback/decide-outcome.ts';
export { listOrganisationsWithDueSessions, type SessionOutcomeView } from './memory/feedback/session-evidence.ts';
export type { WeightChange } from './memory/feedback/apply-feedback.ts';
export type { ClassifiedFailure, FailureClass } from './memory/feedback/classify-failure.ts';
export type { FeedbackEvidence } from './memory/feedback/find-evidence.ts';
export { createGraphFeedbackService } from './memory/feedback/graph-feedback-service.ts';
export type { GraphFeedbackResult, GraphFeedbackService } from './memory/feedback/graph-feedback-service.ts';
export type { WeightHistoryEntry, WeightHistoryOptions } from './memory/feedback/list-weight-history.ts';
export { DEFAULT_WEIGHT_RULE, nextWeight, weightStep } from './memory/feedback/next-weight.ts';
export type { FeedbackCause, FeedbackVerdict, WeightRule, WeightStep } from './memory/feedback/next-weight.ts';
export type { FeedbackRefusal, ObservationFeedback } from './memory/feedback/observation-feedback.ts';
export type { RankDelta, RankDeltaRequest } from './memory/feedback/rank-delta.ts';
export type { SessionBlockRequest } from './engine/build-block.ts';
export type { OrgTransfer, TransferReason } from './engine/org-transfer.ts';
export type { ProjectFingerprint } from './memory/transfer/fingerprints.ts';
export type { TransferGrant, TransferPair, TransferSource } from './memory/transfer/grants.ts';
export { techSimilarity, type SimilarityMeasure } from './memory/transfer/tech-similarity.ts';
export {
  createCrossProjectTransferStore,
  type CrossProjectTransferOptions,
  type CrossProjectTransferSettings,
} from './recall/cross-project-transfer-store.ts';
