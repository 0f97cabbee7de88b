/** A document and its score, while the best are being chosen. */
export interface ScoredDoc {
  readonly docId: number;
  /** Raw BM25F; 0 = found by a hint alone. */
  readonly raw: number;
  readonly score: number;
  /** Place in the age order: of equal scores the later one stands first. */
  readonly place: number;
}

/** The best `limit` of what was offered, in a heap whose root is the worst of them. */
export interface TopHits {
  readonly limit: number;
  readonly heap: ScoredDoc[];
}

export function createTopHits(limit: number): TopHits {
  return { limit, heap: [] };
}

/** The score that a new one must reach; -Infinity while there is room. */
export function floorOf(top: TopHits): number {
  return top.heap.length < top.limit ? -Infinity : (top.heap[0]?.score ?? Infinity);
}

export function offer(top: TopHits, candidate: ScoredDoc): void {
  const { heap, limit } = top;
  if (heap.length < limit) {
    heap.push(candidate);
    siftUp(heap, heap.length - 1);
  } else if (limit > 0 && isBetter(candidate, heap[0]!)) {
    heap[0] = candidate;
    siftDown(heap, 0);
  }
}

/** What is held, best first. */
export function ranked(top: TopHits): ScoredDoc[] {
  return [...top.heap].sort((a, b) => (isBetter(a, b) ? -1 : 1));
}

function isBetter(left: ScoredDoc, right: ScoredDoc): boolean {
  return left.score > right.score || (left.score === right.score && left.place > right.place);
}

function siftUp(heap: ScoredDoc[], start: number): void {
  let at = start;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBetter(heap[parent]!, heap[at]!)) return;
    swap(heap, parent, at);
    at = parent;
  }
}

function siftDown(heap: ScoredDoc[], start: number): void {
  let at = start;
  for (;;) {
    let worst = at;
    for (let child = 2 * at + 1; child <= 2 * at + 2 && child < heap.length; child++) {
      if (isBetter(heap[worst]!, heap[child]!)) worst = child;
    }
    if (worst === at) return;
    swap(heap, at, worst);
    at = worst;
  }
}

function swap(heap: ScoredDoc[], left: number, right: number): void {
  const kept = heap[left]!;
  heap[left] = heap[right]!;
  heap[right] = kept;
}

/** Puts an item in its place among the best few, which stand in order; at most `limit` stay. */
export function keepBest(
  best: number[],
  item: number,
  limit: number,
  comesBefore: (left: number, right: number) => boolean,
): void {
  let place = best.length;
  while (place > 0 && comesBefore(item, best[place - 1]!)) place--;
  if (place >= limit) return;
  best.splice(place, 0, item);
  if (best.length > limit) best.length = limit;
}
