export { deriveContext } from './features/derivation/derive-context.ts';
export {
  FACET_MAX_CHARACTERS,
  FACETS,
  type DerivedContextEntry,
  type Facet,
} from './features/derivation/derived-context.ts';
export type { Heuristic, Reading } from './features/derivation/heuristic.ts';
export { HEURISTICS } from './features/derivation/heuristics.ts';
