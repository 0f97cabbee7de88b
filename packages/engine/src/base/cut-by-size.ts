/** What `items` gives, in groups of at most `most` together; one that is larger stands alone. Takes of `items` only what a group needs. */
export function* cutBySize<Item>(
  items: Iterable<Item>,
  sizeOf: (item: Item) => number,
  most: number,
): Generator<readonly Item[]> {
  let group: Item[] = [];
  let size = 0;
  for (const item of items) {
    const own = sizeOf(item);
    if (group.length > 0 && size + own > most) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(item);
    size += own;
  }
  if (group.length > 0) yield group;
}
