import { InklingError } from '../base/errors.ts';
import {
  DEFAULT_SEMANTIC_RELEVANCE,
  type SemanticRelevance,
  fuseConvex,
  semanticRelevance,
} from '../memory/embeddings/store/fuse-convex.ts';
import type { VectorMatch } from '../memory/embeddings/store/vector-host.ts';
import type { SearchExplanation, SearchHit, SearchQuery, SearchResult } from '../memory/search/search.ts';

/** How an embedding model takes part in recall. */
export interface SemanticSettings {
  /** How much the meaning counts beside the words, whose best hit has 1. (Default: 0.3: a weak model costs a point of recall@10 at most) */
  readonly weight: number;
  /** The share of a recall's time in which vectors must be there; the words' answer stands without them. (Default: 0.5) */
  readonly share: number;
  /**
   * What nearness is worth as relevance; a row has the larger of this and what its words cover. null = nothing: a row that no word
   * finds then never passes a floor. (Default: {@link DEFAULT_SEMANTIC_RELEVANCE}, which lets through little)
   */
  readonly relevance: SemanticRelevance | null;
}

/** The defaults of {@link SemanticSettings}. */
export const DEFAULT_SEMANTIC_SETTINGS: SemanticSettings = Object.freeze({
  weight: 0.3,
  share: 0.5,
  relevance: DEFAULT_SEMANTIC_RELEVANCE,
});

/** Complete settings from a part of them. Fails with 'invalid-input' on a number that cannot be meant. */
export function semanticSettings(patch: Partial<SemanticSettings> = {}): SemanticSettings {
  const settings = { ...DEFAULT_SEMANTIC_SETTINGS, ...patch };
  const { weight, share, relevance } = settings;
  const isRange = relevance === null || (relevance.from >= 0 && relevance.from < relevance.to && relevance.to <= 1);
  if (weight >= 0 && weight <= 10 && share > 0 && share <= 1 && isRange) return settings;
  throw new InklingError('invalid-input', 'The settings of the vector search are out of range.', {
    hint: 'weight is 0 to 10, share above 0 to 1, relevance null or { from, to } with 0 <= from < to <= 1.',
  });
}

/** How an observation is explained that only its meaning found. */
const NO_WORDS: SearchExplanation = {
  lexical: 0,
  fields: [],
  terms: [],
  pathHint: 0,
  session: 0,
  recency: 0,
  coChange: 0,
  namedTime: 0,
  semantic: null,
};

/** The words' hits and those that only the meaning found, in one order; without a match, the words' hits as they are. */
export function joinSemantic(
  found: SearchResult,
  match: VectorMatch | null,
  { limit, explain = false }: SearchQuery,
  { settings, modelId }: { readonly settings: SemanticSettings; readonly modelId: string },
): SearchResult {
  const hits = match === null ? found.hits : [...found.hits, ...foundByMeaning(found.hits, match, explain)];
  const fused = fuseConvex(hits, match && match.similarities, settings.weight);
  return {
    degraded: found.degraded,
    semantic: fused.semantic && { modelId, ...fused.semantic },
    hits: fused.hits.slice(0, limit).map(({ semantic, ...hit }) => withMeaning(hit, semantic, match, settings)),
  };
}

function foundByMeaning(found: readonly SearchHit[], { similarities }: VectorMatch, explain: boolean): SearchHit[] {
  const byWords = new Set(found.map(({ id }) => id));
  const ids = [...similarities.keys()].filter((id) => !byWords.has(id));
  return ids.map((id) => ({ id, relevance: 0, score: 0, ...(explain ? { explanation: NO_WORDS } : {}) }));
}

function withMeaning(
  hit: SearchHit,
  semantic: number | null,
  match: VectorMatch | null,
  { relevance }: SemanticSettings,
): SearchHit {
  const similarity = match?.similarities.get(hit.id);
  if (!match || similarity === undefined) return hit;
  const nearness = relevance === null ? 0 : semanticRelevance(similarity, match.typical, relevance);
  const { sharedInformation, ...rest } = hit;
  const isNear = nearness > hit.relevance;
  return {
    ...rest,
    relevance: Math.max(hit.relevance, nearness),
    // What its meaning decides, the words that it shares do not.
    ...(isNear || sharedInformation === undefined ? {} : { sharedInformation }),
    ...(hit.explanation ? { explanation: { ...hit.explanation, semantic } } : {}),
  };
}
