import type { ContextBudgetPoint } from './context-budget-points.ts';

/** A point, and whether no other of its source and work type is better. */
export interface ParetoPoint extends ContextBudgetPoint {
  readonly onFront: boolean;
}

/**
 * Marks the points that no other one of the same source and work type beats: fewer tokens and at least as many accepted, or as few tokens
 * and more accepted. A point that nobody judged is on no front.
 */
export function markParetoFront(points: readonly ContextBudgetPoint[]): readonly ParetoPoint[] {
  return points.map((point) => ({
    ...point,
    onFront: point.acceptedRate !== null && !points.some((other) => beats(other, point)),
  }));
}

function beats(other: ContextBudgetPoint, point: ContextBudgetPoint): boolean {
  if (other.source !== point.source || other.workType !== point.workType) return false;
  if (other.acceptedRate === null || point.acceptedRate === null) return false;
  const notWorse = other.meanTokens <= point.meanTokens && other.acceptedRate >= point.acceptedRate;
  return notWorse && (other.meanTokens < point.meanTokens || other.acceptedRate > point.acceptedRate);
}
