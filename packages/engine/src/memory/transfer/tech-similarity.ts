/** How two fingerprints are compared: shared of all (the default), or shared of the smaller one. */
export type SimilarityMeasure = 'jaccard' | 'containment';

/**
 * How much two technology stacks have in common, 0 to 1. Two projects without any known technology have nothing in common:
 * 0, so that what nobody fingerprinted never transfers. Contract 11.
 */
export function techSimilarity(
  a: readonly string[],
  b: readonly string[],
  measure: SimilarityMeasure = 'jaccard',
): number {
  const [left, right] = [new Set(a), new Set(b)];
  const shared = [...left].filter((technology) => right.has(technology)).length;
  const whole = measure === 'jaccard' ? left.size + right.size - shared : Math.min(left.size, right.size);
  return whole === 0 ? 0 : shared / whole;
}
