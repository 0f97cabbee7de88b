/** Every string in a JSON value, one after the other, keys among them. */
export function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsIn(item);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      yield key;
      yield* stringsIn(item);
    }
  }
}

/** The value in its shape, with other strings in place of those that `replaced` names. */
export function replaceStrings(value: unknown, replaced: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return replaced.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaceStrings(item, replaced));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    replaced.get(key) ?? key,
    replaceStrings(item, replaced),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}
