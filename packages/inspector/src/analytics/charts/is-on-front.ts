import type { ParetoPoint } from '@inkling/engine/types';

/** By which measure a block is good. */
export type ParetoMeasure = 'acceptedRate' | 'usedShare';

/** What decides about the front. */
export type Weighed = Pick<ParetoPoint, 'source' | 'workType' | 'meanTokens' | ParetoMeasure>;

/**
 * Whether no other point of the same source and work type is cheaper and as good, or as cheap and better, by this measure. A point of which the measure
 * is not known is on no front. The daemon marks the front of the accepted rate only.
 */
export function isOnFront(point: Weighed, points: readonly Weighed[], measure: ParetoMeasure): boolean {
  const value = point[measure];
  if (value === null) return false;
  return !points.some((other) => {
    const rival = other[measure];
    if (other.source !== point.source || other.workType !== point.workType || rival === null) return false;
    const notWorse = other.meanTokens <= point.meanTokens && rival >= value;
    return notWorse && (other.meanTokens < point.meanTokens || rival > value);
  });
}
