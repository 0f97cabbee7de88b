import type { SearchHit } from './search.ts';

/**
 * The hits of several texts as one answer: merged by id, best first; a hit that several found counts with its best. Scores only compare inside
 * one answer, relevance everywhere. So each answer's scores are scaled until its best hit is worth its relevance: a text that nothing
 * answers well cannot lift its own best hit above a real match of another. One answer stays as it is.
 */
export function mergeAnswers(answers: readonly (readonly SearchHit[])[], limit: number): readonly SearchHit[] {
  const [only = []] = answers;
  return answers.length < 2 ? only : mergeHits(answers.map(scaled)).slice(0, limit);
}

function scaled(hits: readonly SearchHit[]): readonly SearchHit[] {
  const [best] = hits.toSorted((a, b) => b.score - a.score);
  // Nothing to scale by: the hits keep their order, below those of any answer that scored.
  if (!best || best.score <= 0) return hits;
  const factor = best.relevance / best.score;
  return hits.map((hit) => withNumbers(hit, hit.relevance, hit.score * factor));
}

/** Name by name: copies by a spread take several times as long. */
function withNumbers({ id, explanation }: SearchHit, relevance: number, score: number): SearchHit {
  return explanation ? { id, relevance, score, explanation } : { id, relevance, score };
}

function mergeHits(answers: readonly (readonly SearchHit[])[]): SearchHit[] {
  const merged = new Map<string, SearchHit>();
  for (const hit of answers.flat()) {
    const known = merged.get(hit.id);
    const better = known && known.score >= hit.score ? known : hit;
    const relevance = Math.max(hit.relevance, known?.relevance ?? 0);
    merged.set(hit.id, better.relevance === relevance ? better : withNumbers(better, relevance, better.score));
  }
  return [...merged.values()].toSorted((a, b) => b.score - a.score);
}
