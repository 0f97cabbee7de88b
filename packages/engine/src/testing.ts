/** What the tests, the benchmarks and the authors of adapters need of the library's inside. Not a stable interface. */
export { createInProcessIndexHost } from './memory/search/host/index-requests.ts';
export { createIndexHost, type IndexHostOptions } from './memory/search/host/worker-index-host.ts';
export { shortIdOf } from './base/text/short-id.ts';
export { composeObservationBlock } from './memory/compose/compose-observation-block.ts';
export { LINE_WEIGHTS } from './memory/compose/lines/line-format.ts';
export { decidingLines, TALK_WORTH } from './memory/talk/deciding-lines.ts';
export { shownRows } from './recall/candidates/shown-rows.ts';
export { signalsOf } from './memory/observations/steering/close-signals.ts';
export { steeringFeatures } from './memory/observations/steering/steering-features.ts';
export { startTextWorker } from './engine/wire/start-text-worker.ts';
export { createWorkerTextPreparer } from './memory/observations/write/text-preparer.ts';
export type { TextPreparer } from './memory/observations/write/text-preparer.ts';
export type { IndexHost, ScopeStats } from './memory/search/host/index-host.ts';
export { createScopeIndex, type IndexStats, type ScopeIndex } from './memory/search/index/scope-index.ts';
export { createVectorHost, type VectorHostOptions } from './memory/embeddings/store/worker-vector-host.ts';
export type { VectorHost, VectorMatch, VectorQuestion } from './memory/embeddings/store/vector-host.ts';
export type { SearchDocument } from './memory/search/search-document.ts';
export {
  DEFAULT_SEARCH_SETTINGS,
  searchSettings,
  type SearchSettings,
  type SearchSettingsPatch,
} from './memory/search/search-settings.ts';
