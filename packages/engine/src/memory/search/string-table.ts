import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Letters } from './word-table.ts';

/** Strings taken or made at once: a millisecond or two. */
const STRINGS_AT_ONCE = 8192;

/** Strings as columns. */
export interface StringTable {
  /** One string after the other: in bytes, or in UTF-16 units when one of them has a letter above 255. */
  readonly letters: Letters;
  /** `letters[start[at] … start[at + 1]]`. */
  readonly start: Uint32Array;
}

/** Whether the strings are still the ones that were there at first. */
export type IsSame = () => boolean;

/** Strings as {@link encodeStrings} takes them; a unit is a UTF-16 one. */
export interface StringSource {
  readonly count: number;
  readonly lengthOf: (at: number) => number;
  readonly unitAt: (at: number, unit: number) => number;
}

/** Of strings that are there as such. `stringAt` is asked for each twice, in order. */
export function stringSource(count: number, stringAt: (at: number) => string): StringSource {
  let text = '';
  return {
    count,
    lengthOf: (at) => (text = stringAt(at)).length,
    unitAt: (_at, unit) => text.charCodeAt(unit),
  };
}

/**
 * Null when they have changed before all were taken. Lossless for every string, also for half a surrogate pair, which a token that was cut may
 * end with. Measured first: the ids of a million copied into ever larger columns took 60 ms at a time.
 */
export async function encodeStrings(source: StringSource, isSame: IsSame): Promise<StringTable | null> {
  const { count, lengthOf, unitAt } = source;
  const start = new Uint32Array(count + 1);
  let bits = 0;
  const isMeasured = await eachString(count, isSame, (at) => {
    const length = lengthOf(at);
    for (let unit = 0; unit < length; unit++) bits |= unitAt(at, unit);
    start[at + 1] = start[at]! + length;
  });
  if (!isMeasured) return null;
  const letters = bits > 0xff ? new Uint16Array(start[count]!) : new Uint8Array(start[count]!);
  const isWhole = await eachString(count, isSame, (at) => {
    const length = lengthOf(at);
    for (let unit = 0; unit < length; unit++) letters[start[at]! + unit] = unitAt(at, unit);
  });
  return isWhole ? { letters, start } : null;
}

/** False when the strings have changed meanwhile. */
async function eachString(count: number, isSame: IsSame, visit: (at: number) => void): Promise<boolean> {
  for (let at = 0; at < count; at++) {
    visit(at);
    if (at % STRINGS_AT_ONCE !== STRINGS_AT_ONCE - 1) continue;
    await nextTurn();
    if (!isSame()) return false;
  }
  return true;
}

/** Calls `take` with each string, in order. */
export async function decodeStrings(table: StringTable, take: (string: string, at: number) => void): Promise<void> {
  const stringAt = stringReader(table);
  for (let at = 0; at + 1 < table.start.length; at++) {
    take(stringAt(at), at);
    if (at % STRINGS_AT_ONCE === STRINGS_AT_ONCE - 1) await nextTurn();
  }
}

/** Makes one of the strings. */
export function stringReader({ letters, start }: StringTable): (at: number) => string {
  if (letters instanceof Uint16Array) {
    return (at) => String.fromCharCode(...letters.subarray(start[at], start[at + 1]));
  }
  const bytes = Buffer.from(letters.buffer, letters.byteOffset, letters.byteLength);
  return (at) => bytes.toString('latin1', start[at], start[at + 1]);
}
