/** A document and its score, while the best are being chosen. */
export interface ScoredDoc {
  readonly docId: number;
  /** Raw BM25F; 0 = found by a hint alone. */
  readonly raw: number;
  readonly score: number;
  /** Place in the age order: of equal scores the later one stands first. */
  readonly place: number;
}

/** The best `limit` of what was offered, best first. */
export interface TopHits {
  readonly limit: number;
  readonly best: ScoredDoc[];
}

/** The score that a new one must reach; -Infinity while there is room. */
export function floorOf({ limit, best }: TopHits): number {
  return best.length < limit ? -Infinity : (best.at(-1)?.score ?? Infinity);
}

export function offer({ limit, best }: TopHits, candidate: ScoredDoc): void {
  keepBest(best, candidate, limit, isBetter);
}

function isBetter(left: ScoredDoc, right: ScoredDoc): boolean {
  return left.score > right.score || (left.score === right.score && left.place > right.place);
}

/**
 * Puts an item in its place among the best few, which stand in order; at most `limit` stay. The place is found by halves: a scope is loaded from
 * its newest row on, so among many that are equal but for their age each next one may be the best so far.
 */
export function keepBest<T>(best: T[], item: T, limit: number, comesBefore: (left: T, right: T) => boolean): void {
  let [low, high] = [0, best.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesBefore(item, best[middle]!)) high = middle;
    else low = middle + 1;
  }
  if (low >= limit) return;
  best.splice(low, 0, item);
  if (best.length > limit) best.pop();
}
