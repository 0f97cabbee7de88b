/** The parts that a memory is made of, for programs that compose them otherwise. Source: the five seeds. */
export type { InklingErrorOptions } from './base/errors.ts';
export { uuidv7 } from './base/uuid.ts';
export {
  DEFAULT_RECALL_MATRIX,
  isGraphRecalled,
  recallsGraph,
  UNKNOWN_WORK_TYPE_RECALLS_GRAPH,
} from './memory/config/effective-config.ts';
export { DEFAULT_PROJECT_MEMORY } from './memory/config/project-config.ts';
export { DEFAULT_LOCK_TTL_MS, type LockOptions } from './memory/sessions/session-input.ts';
export { decideWithPolicies } from './memory/policy/cedar/decide-with-policies.ts';
export { createDefaultAuthorizer } from './memory/policy/authorizer.ts';
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
export { DEFAULT_SEMANTIC_RELEVANCE, type SemanticRelevance } from './memory/embeddings/store/fuse-convex.ts';
export { isTrivialCommit } from './recall/evidence/is-trivial-commit.ts';
export { DEFAULT_SEMANTIC_SETTINGS } from './recall/semantic-settings.ts';
export { DEFAULT_SEARCH_SETTINGS, type FieldName, type FieldSettings } from './memory/search/search-settings.ts';
export type { MemoryStore } from './recall/memory-store.ts';
export { DEFAULT_RECALL } from './recall/resolve-request.ts';
export {
  buildSessionMemoryBlock,
  type SessionMemoryOutcome,
} from './features/session-start/build-session-memory-block.ts';
export type { SessionGraph, SessionMemoryRequest } from './features/session-start/session-memory-request.ts';
export {
  composeRetrievalQuery,
  type RetrievalWorkItem,
} from './features/session-start/inject-context-for-claimed-session.ts';
export {
  DEFAULT_CONTEXT_BUDGET,
  resolveContextBudget,
  UNKNOWN_WORK_TYPE_BUDGET,
} from './features/session-start/context-budget.ts';
export { createInSessionMemoryInjector } from './features/in-session/in-session-memory-injector.ts';
export { DEFAULT_IN_SESSION_CONFIG } from './features/in-session/in-session-config.ts';
export {
  DEFAULT_IN_SESSION_LIMITS,
  type Admission,
  type InSessionLimits,
  type GraphIdentity,
  type GraphMatchRequest,
  type InjectedMessage,
  type InjectionCapability,
  type InSessionGraph,
  type InSessionInjectorOptions,
  type SeenObservations,
} from './features/in-session/injector-options.ts';
export type { SubscribedSession } from './features/in-session/events/admit-event.ts';
export {
  createMemoryInjectionSubscriber,
  type FileOfCall,
  type MemoryInjectionSubscriberOptions,
  type SubscriberInject,
} from './features/in-session/events/memory-injection-subscriber.ts';
export { createVerbBus, type Subscription, type VerbBus } from './features/in-session/events/verb-bus.ts';
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
export { graphNodeId, type GraphNodeIdentity } from './memory/graph/graph-node.ts';
export {
  createGraphSearchEngine,
  DEFAULT_GRAPH_SEARCH,
  type GraphSearchEngine,
  type GraphSearchEngineOptions,
  type GraphSearchRequest,
  type GraphSearchResult,
} from './memory/graph/graph-search-engine.ts';
export {
  createGraphFeedbackService,
  type GraphFeedbackResult,
  type GraphFeedbackService,
} from './memory/feedback/graph-feedback-service.ts';
export {
  DEFAULT_WEIGHT_RULE,
  nextWeight,
  weightStep,
  type FeedbackCause,
  type FeedbackVerdict,
  type WeightRule,
  type WeightStep,
} from './memory/feedback/next-weight.ts';
export { techSimilarity, type SimilarityMeasure } from './memory/transfer/fingerprints.ts';
export {
  createCrossProjectTransferStore,
  type CrossProjectTransferOptions,
  type CrossProjectTransferSettings,
} from './recall/candidates/cross-project-transfer-store.ts';
export { shareEstimate, type Estimate, type Share } from './memory/experiments/intervals.ts';
