import { redactSecrets } from './redact-secrets.ts';

/** More blank lines than any pattern of a secret reaches across, so that no text completes a secret in its neighbour. */
const SEPARATOR = '\n'.repeat(8);

/** A JSON value without secrets, and the kinds that were replaced. */
export interface RedactedJson<T> {
  readonly value: T;
  /** Sorted, each once. */
  readonly kinds: readonly string[];
}

/**
 * Redacts every string in a JSON value; keys stay. All strings are looked at in one call, because a call costs 17 µs for a short text and
 * a commit can name 1000 paths; only when that finds something each string is redacted by itself. The value keeps its shape.
 */
export async function redactJson<T>(value: T): Promise<RedactedJson<T>> {
  const strings = stringsIn(value);
  const { kinds } = await redactSecrets(strings.join(SEPARATOR));
  if (kinds.length === 0) return { value, kinds };
  const redacted = new Map<string, string>();
  const found = new Set<string>();
  for (const text of new Set(strings)) {
    const redaction = await redactSecrets(text);
    redacted.set(text, redaction.text);
    for (const kind of redaction.kinds) found.add(kind);
  }
  return { value: replaceStrings(value, redacted) as T, kinds: [...found].sort() };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function replaceStrings(value: unknown, redacted: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return redacted.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaceStrings(item, redacted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceStrings(item, redacted)]));
}
