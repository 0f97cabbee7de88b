/** What most programs need. Parts to build with are in `./building-blocks`, calls over all organisations in `./operator`, every other type in `./types`. */
export { createMemory, type Memory } from './engine.ts';
export type { LineFormat, MemoryOptions } from './engine/wire/memory-options.ts';
export type { OrgConversationOptions } from './engine/handle/org-conversation.ts';
export type { OrgMemory } from './engine/handle/org-memory.ts';
export type { OrgInjectorOptions, OrgSubscriberOptions } from './engine/wire/wire-in-session.ts';
export { InklingError, type ErrorCode } from './base/errors.ts';
export { systemClock, type Clock } from './base/clock.ts';
export { characterTokens, estimateTokens, type TokenEstimator } from './base/text/estimate-tokens.ts';
export type { Database } from './base/database/database.ts';
export type {
  Classification,
  Observation,
  ObservationInput,
  ObservationKind,
  ObservationMetadata,
  RememberResult,
} from './memory/observations/observation.ts';
export type { ObservationStore } from './memory/observations/observation-store.ts';
export type { OrgConfig } from './memory/config/org-config.ts';
export type { InjectQueue } from './memory/injects/inject-queue.ts';
export type { MemoryInject } from './memory/injects/memory-inject.ts';
export type { MemoryInjectInput } from './memory/injects/memory-inject-input.ts';
export type { DeliveredInject } from './memory/injects/claim-statement.ts';
export type { AckInjectResult } from './memory/injects/ack-memory-inject.ts';
export type { Activity, ActivityInput } from './memory/activities/activity.ts';
export type { ClaimResult } from './memory/sessions/claim-session.ts';
export type { Session, SessionOutcome } from './memory/sessions/session.ts';
export type { SessionInput } from './memory/sessions/session-input.ts';
export type { SessionStore } from './memory/sessions/session-store.ts';
export type { Authorizer } from './memory/policy/authorizer.ts';
export type { OrgPolicies } from './memory/policy/org-policies.ts';
export type { Embedder } from './memory/embeddings/model/embedder.ts';
export { createMiniLmEmbedder } from './memory/embeddings/model/minilm-embedder.ts';
export { createOllamaEmbedder, type OllamaEmbedderOptions } from './memory/embeddings/model/ollama-embedder.ts';
export { createOnnxEmbedder, type OnnxEmbedderOptions } from './memory/embeddings/model/onnx-embedder.ts';
export { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './memory/embeddings/model/openai-embedder.ts';
export type { RecallRequest, RecallResult, RecalledObservation } from './recall/memory-store.ts';
export type { SessionMemoryBlock } from './features/session-start/build-session-memory-block.ts';
export type { InSessionMemoryInjector } from './features/in-session/in-session-memory-injector.ts';
export type { InSessionMemoryConfig } from './features/in-session/in-session-config.ts';
export type { InjectionOutcome, InjectionResult } from './features/in-session/injection-result.ts';
export type { MemoryInjectionSubscriber } from './features/in-session/events/memory-injection-subscriber.ts';
export type { ProviderHookEvent } from './features/in-session/events/memory-injection-subscriber.ts';
export type { VerbBusEvent } from './features/in-session/events/verb-bus-event.ts';
export type { GraphStore } from './memory/graph/graph-store.ts';
export type { OrgFeedback } from './engine/handle/org-feedback.ts';
export type { SessionBlockRequest } from './engine/sessions/build-block.ts';
