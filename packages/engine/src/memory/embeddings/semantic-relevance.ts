/** Between which values a nearness counts, on the way from what is usual in a scope (0) to identity (1). */
export interface SemanticRelevance {
  /** Up to here it is worth nothing. (Default: 0.4) */
  readonly from: number;
  /** From here on it is worth as much as a statement that holds every word of the question. (Default: 1) */
  readonly to: number;
}

/**
 * Lets through little. Questions whose nearest vector reached a relevance of 0.25, USE-lite on the development sets: about the same
 * repository 59 % (hono) and 37 % (curl), about another repository 11 and 8 %, about something else altogether 0 %; with raw cosines
 * on such a scale 83 % and more of the foreign ones passed. Measured with one small model: a better one can be given a lower `from`.
 */
export const DEFAULT_SEMANTIC_RELEVANCE: SemanticRelevance = Object.freeze({ from: 0.4, to: 1 });

/**
 * What a cosine is worth as relevance, 0 … 1: how far it lies on the way from the `typical` one of its scope to 1, between `from` and
 * `to`. A cosine alone would not do: unrelated texts have 0.1 with one model and 0.75 with another.
 */
export function semanticRelevance(
  similarity: number,
  typical: number | null,
  { from, to }: SemanticRelevance = DEFAULT_SEMANTIC_RELEVANCE,
): number {
  if (typical === null || typical >= 1) return 0;
  const nearness = (similarity - typical) / (1 - typical);
  return Math.max(0, Math.min(1, (nearness - from) / (to - from)));
}
