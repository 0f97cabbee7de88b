import { hash } from 'node:crypto';
import { invalidInput } from '../require-input.ts';
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

/** SHA-256 of the text's UTF-8 bytes, as 64 hex digits. The identity of a statement and of a block. */
export function contentHash(text: string): string {
  // In one call, and not by an object that the garbage collector has to take back from native code.
  return hash('sha256', text, 'hex');
}

/** Takes the secrets out of every text in a JSON value and keeps its shape. The rooms that store foreign text are given one. */
export type Redact = <T>(value: T) => Promise<T>;
