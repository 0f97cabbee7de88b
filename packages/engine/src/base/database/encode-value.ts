/**
 * How a JavaScript value becomes a bound parameter, the same for both adapters: text that PostgreSQL casts to the type
 * it infers for `$n`. The rules are those of `pg`, so a statement that binds on one adapter binds on the other.
 * An array becomes an array literal; a value for `jsonb` that may be an array must therefore arrive as JSON text.
 */
export type BoundValue = string | Uint8Array | null;

/** The wire form of one value: text, bytes (for `bytea`) or null. */
export function encodeValue(value: unknown): BoundValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return encodeArray(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

function encodeArray(values: readonly unknown[]): string {
  return `{${values.map(encodeElement).join(',')}}`;
}

function encodeElement(value: unknown): string {
  if (Array.isArray(value)) return encodeArray(value);
  const encoded = encodeValue(value);
  if (encoded === null) return 'NULL';
  const text = typeof encoded === 'string' ? encoded : `\\x${Buffer.from(encoded).toString('hex')}`;
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
