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

/** A section below other text: '' without an entry, because a heading never stands alone. */
export function section(heading: string, entries: readonly Entry<unknown>[]): string {
  return entries.length === 0 ? '' : `\n\n${headed(heading, entries)}`;
}

/** The heading with its lines. */
export function headed(heading: string, entries: readonly Entry<unknown>[]): string {
  let text = heading;
  for (const { line } of entries) text += `\n${line}`;
  return text;
}
