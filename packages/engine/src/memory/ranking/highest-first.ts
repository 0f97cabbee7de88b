/**
 * The items by a value, highest first; equal ones keep their order. The list itself when it stands so already, as what a search answers
 * mostly does: to find that out takes a tenth of sorting it.
 */
export function highestFirst<T>(items: readonly T[], valueOf: (item: T) => number): readonly T[] {
  for (let index = 1; index < items.length; index++) {
    // Asked this way round, a value that is no number is left to the sort.
    if (!(valueOf(items[index - 1]!) >= valueOf(items[index]!))) {
      return items.toSorted((a, b) => valueOf(b) - valueOf(a));
    }
  }
  return items;
}
