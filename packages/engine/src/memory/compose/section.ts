/** An item of a block with the line that shows it. */
export interface Entry<T> {
  readonly item: T;
  readonly line: string;
}

/** The items that have a line. */
export function entriesOf<T>(items: readonly T[], render: (item: T) => string | null): Entry<T>[] {
  const entries: Entry<T>[] = [];
  for (const item of items) {
    const line = render(item);
    if (line !== null) entries.push({ item, line });
  }
  return entries;
}

/** The lines of a section below other text: none without an entry, because a heading never stands alone. */
export function section(heading: string, entries: readonly Entry<unknown>[]): string[] {
  return entries.length === 0 ? [] : ['', heading, ...entries.map((entry) => entry.line)];
}
