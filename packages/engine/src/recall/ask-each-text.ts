import type {
  Degradation,
  ObservationSearch,
  SearchHit,
  SearchQuery,
  SearchResult,
  SearchScope,
} from '../memory/search/search.ts';

/**
 * One search for each text, side by side, merged by id; a hit that several found counts with its best. Scores only compare inside one
 * answer, relevance everywhere. So each answer's scores are scaled until its best hit is worth its relevance: a text that nothing
 * answers well cannot lift its own best hit above a real match of the other. One text is answered as it is.
 */
export async function searchQuestions(
  search: ObservationSearch,
  scope: SearchScope,
  texts: readonly string[],
  query: Omit<SearchQuery, 'text'>,
  signal: AbortSignal,
): Promise<SearchResult> {
  const answers = await Promise.all(texts.map((text) => search.search(scope, { ...query, text }, signal)));
  const [only] = answers;
  if (only && answers.length === 1) return only;
  const hits = mergeHits(answers.map((answer) => scaled(answer.hits)));
  return {
    hits: hits.slice(0, query.limit),
    degraded: worst(answers.map((answer) => answer.degraded)),
    semantic: answers.find((answer) => answer.semantic)?.semantic ?? null,
  };
}

function scaled(hits: readonly SearchHit[]): readonly SearchHit[] {
  const [best] = hits.toSorted((a, b) => b.score - a.score);
  // Nothing to scale by: the hits keep their order, below those of any answer that scored.
  if (!best || best.score <= 0) return hits;
  const factor = best.relevance / best.score;
  return hits.map((hit) => ({ ...hit, score: hit.score * factor }));
}

function mergeHits(answers: readonly (readonly SearchHit[])[]): SearchHit[] {
  const merged = new Map<string, SearchHit>();
  for (const hit of answers.flat()) {
    const known = merged.get(hit.id);
    const better = known && known.score >= hit.score ? known : hit;
    merged.set(hit.id, { ...better, relevance: Math.max(hit.relevance, known?.relevance ?? 0) });
  }
  return [...merged.values()].toSorted((a, b) => b.score - a.score);
}

function worst(degradations: readonly (Degradation | null)[]): Degradation | null {
  if (degradations.includes('cold-index')) return 'cold-index';
  return degradations.find((degraded) => degraded !== null) ?? null;
}
