/** A JSON object, seen from outside: nothing about its fields is known. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value as an object; empty when it is none. */
export function recordOf(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};
}

/** The objects of a list; none when it is no list. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

/** The value as text; '' when it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The text of a content that is a text or a list of parts with a `text` each. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return recordsOf(content)
    .map((part) => textOf(part['text']))
    .join('\n');
}
