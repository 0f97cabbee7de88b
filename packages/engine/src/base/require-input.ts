import { wellFormedText } from './text/well-formed-text.ts';
import { InklingError } from './errors.ts';

/** Longest id, kind or session name. Far above any in use, and far below the 2.7 kB at which an index refuses a key. */
export const ID_MAX_CHARACTERS: number = 512;

/** Throws `invalid-input`, naming the field and what was expected of it, unless the value is valid. */
export function requireInput(valid: boolean, field: string, expectation: string): asserts valid {
  if (!valid) throw invalidInput(field, expectation);
}

/** Throws `invalid-input` unless the value is an object: a call without its argument is a mistake that only TypeScript tells. */
export function requireObject(value: unknown, field: string): asserts value is object {
  requireInput(typeof value === 'object' && value !== null, field, 'an object');
}

/** Throws `invalid-input` on a name that no database holds as it is. Names are compared byte for byte, so they are refused, not mended. */
export function requireWellFormed(value: string, field: string): void {
  requireInput(wellFormedText(value) === value, field, 'a string without NUL characters and lone surrogates');
}

/** A text that a database column and an index can hold: at most 512 characters, no control character, well formed. */
function isStorable(value: unknown): value is string {
  return typeof value === 'string' && value.length <= ID_MAX_CHARACTERS && !/[\p{Control}\p{Surrogate}]/u.test(value);
}

/** Throws `invalid-input` unless the value can be a label: storable text, blank allowed. */
export function requireLabel(value: unknown, field: string): asserts value is string {
  requireInput(isStorable(value), field, 'a string of at most 512 characters without control characters');
}

/** Throws `invalid-input` unless the value can be the id of an organisation, a project or a session: a label that is not blank. */
export function requireId(value: unknown, field: string): asserts value is string {
  requireInput(
    isStorable(value) && value.trim() !== '',
    field,
    'a string of 1 to 512 characters, not blank, without control characters',
  );
}

/** Throws `invalid-input` unless the value is a list of at most so many ids; `what` names them. */
export function requireIds(value: unknown, field: string, most: number, what: string): asserts value is string[] {
  requireInput(Array.isArray(value) && value.length <= most, field, `a list of at most ${most} ${what}`);
  for (const id of value) requireId(id, field);
}

/** The largest number that a column of whole numbers holds. */
export const INTEGER_MAX = 2_147_483_647;

/** Throws `invalid-input` unless the value is a whole number in this range. */
export function requireWholeNumber(
  value: unknown,
  field: string,
  least: number,
  most: number,
): asserts value is number {
  const valid = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  requireInput(valid, field, `a whole number from ${least} to ${most}`);
}

/** Throws `invalid-input` unless the value is a number in this range. */
export function requireNumber(value: unknown, field: string, least: number, most: number): asserts value is number {
  const valid = typeof value === 'number' && value >= least && value <= most;
  requireInput(valid, field, `a number from ${least} to ${most}`);
}

/** The value, or the fallback where none is given. Throws `invalid-input` unless it is a number in this range. */
export function numberOr(value: unknown, fallback: number, field: string, least: number, most: number): number {
  if (value === undefined) return fallback;
  requireNumber(value, field, least, most);
  return value;
}

/** Throws `invalid-input` unless the value is a list of strings. */
export function requireStrings(value: unknown, field: string): asserts value is readonly string[] {
  requireInput(Array.isArray(value) && value.every((item) => typeof item === 'string'), field, 'a list of strings');
}

/** Throws `invalid-input` unless the limit is a whole number from 1 to `most`: a page of 0 rows would be asked for again for ever. */
export function requirePageLimit(limit: number, most: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw invalidInput('limit', `an integer from 1 to ${most}`);
}

/** The error for a value that cannot be stored: names the field and what was expected of it. */
export function invalidInput(field: string, expectation: string): InklingError {
  return new InklingError('invalid-input', `${field} must be ${expectation}.`, { details: { field, expectation } });
}
