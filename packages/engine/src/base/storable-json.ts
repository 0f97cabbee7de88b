import { invalidInput } from './require-input.ts';
import { wellFormedText } from './well-formed-text.ts';

/** What a jsonb column can hold. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

const MAX_DEPTH = 32;

/** True for a JSON array; `Array.isArray` alone does not narrow a readonly one. */
export function isJsonList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

/**
 * The value as a jsonb column can hold it: plain JSON, text and keys made storable, `undefined` values left out. Fails with `invalid-input`,
 * naming the place, when it is no plain JSON or is nested deeper than 32, which ends cycles too.
 */
export function storableJson(value: unknown, field: string): Json {
  return jsonAt(value, field, 0);
}

function jsonAt(value: unknown, field: string, depth: number): Json {
  if (depth > MAX_DEPTH) throw invalidInput(field, `nested at most ${MAX_DEPTH} deep`);
  if (typeof value === 'string') return wellFormedText(value);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item, index) => jsonAt(item, `${field}[${index}]`, depth + 1));
  if (!isPlainObject(value)) throw invalidInput(field, 'plain JSON');
  // From entries, because assigning to a key named __proto__ would set the prototype instead.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [wellFormedText(key), jsonAt(item, `${field}.${key}`, depth + 1)]),
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object from another realm (a worker's message, a vm) has another Object.prototype, itself without a prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
