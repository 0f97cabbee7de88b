/** What the tests, the benchmarks and the authors of adapters need of the library's inside. Not a stable interface. */
export { createInProcessIndexHost } from './memory/search/index-requests.ts';
export { createIndexHost, type IndexHostOptions } from './memory/search/worker-index-host.ts';
export { shortIdOf } from './base/short-id.ts';
export { composeObservationBlock } from './memory/compose/compose-observation-block.ts';
export { LINE_WEIGHTS, type LineWeights } from './memory/compose/line-format.ts';
export { decidingLines, TALK_WORTH, type TalkWorth } from './memory/talk/deciding-lines.ts';
export { shownRows } from './recall/shown-rows.ts';
export { signalsOf } from './memory/observations/detect-injection.ts';
export { steeringFeatures } from './memory/observations/steering-features.ts';
export { startTextWorker } from './base/worker-file.ts';
export { createWorkerTextPreparer } from './memory/observations/text-preparer.ts';
export type { TextPreparer } from './memory/observations/text-preparer.ts';
export type { IndexHost, ScopeStats } from './memory/search/index-host.ts';
export { createScopeIndex, type IndexStats, type ScopeIndex } from './memory/search/scope-index.ts';
export { createVectorHost, type VectorHostOptions } from './memory/embeddings/worker-vector-host.ts';
export type { VectorBatch, VectorHost, VectorMatch, VectorQuestion } from './memory/embeddings/vector-host.ts';
export type { SearchDocument } from './memory/search/search-document.ts';
export {
  DEFAULT_SEARCH_SETTINGS,
  searchSettings,
  type SearchSettings,
  type SearchSettingsPatch,
} from './memory/search/search-settings.ts';
