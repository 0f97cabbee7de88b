import { invalidInput } from './invalid-input.ts';

/** Throws `invalid-input` unless the limit is a whole number from 1 to `most`: a page of 0 rows would be asked for again for ever. */
export function requirePageLimit(limit: number, most: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw invalidInput('limit', `an integer from 1 to ${most}`);
}
