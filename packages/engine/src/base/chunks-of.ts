/** The items in their order, so many at a time. */
export function chunksOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
