/** Whether a parsed value is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A parsed value that should be a text; empty = it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The object at a path of keys in a parsed value; empty = there is none. */
export function recordAt(value: unknown, ...keys: readonly string[]): Record<string, unknown> {
  let found = value;
  for (const key of keys) found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return isRecord(found) ? found : {};
}

/** The objects of a parsed list, {} for what is none; empty = it is no list. */
export function recordsOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.map((one) => recordAt(one)) : [];
}

/** The texts of a parsed list; empty = it is no list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The value of a JSON text; undefined = it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a parsed value is nested deeper. Level by level: a walk that calls itself is what it protects from. */
export function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
