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
