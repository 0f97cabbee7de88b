import { fuseConvex } from '../memory/embeddings/fuse-convex.ts';
import { semanticRelevance } from '../memory/embeddings/semantic-relevance.ts';
import type { VectorMatch } from '../memory/embeddings/vector-host.ts';
import type { SearchExplanation, SearchHit, SearchQuery, SearchResult } from '../memory/search/search.ts';
import type { SemanticSettings } from './semantic-settings.ts';

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
  return {
    ...hit,
    relevance: Math.max(hit.relevance, nearness),
    ...(hit.explanation ? { explanation: { ...hit.explanation, semantic } } : {}),
  };
}
