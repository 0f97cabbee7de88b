import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Letters } from './word-table.ts';

/** Strings made at once: 1 to 3 ms, with the map that they go into. */
const STRINGS_PER_CHUNK = 8192;

/** Strings as columns, in chunks of {@link STRINGS_PER_CHUNK}. */
export interface StringTable {
  /** UTF-16 units of each string. */
  readonly lengths: Uint32Array;
  /** Bytes of each chunk; the highest bit is set when it holds 2 bytes for each unit. */
  readonly chunks: Uint32Array;
  readonly bytes: Uint8Array;
}

const TWO_BYTES = 0x8000_0000;

/** Whether the strings are still the ones that were there at first. */
export type IsSame = () => boolean;

/** Null when they have changed before all were taken. Lossless for every string, also for half a surrogate pair, which a token that was cut may end with. */
export async function encodeStrings(
  count: number,
  stringAt: (index: number) => string,
  isSame: IsSame,
): Promise<StringTable | null> {
  const lengths = new Uint32Array(count);
  const parts: Buffer[] = [];
  const chunks: number[] = [];
  for (let from = 0; from < count; from += STRINGS_PER_CHUNK) {
    let text = '';
    for (let at = from; at < Math.min(count, from + STRINGS_PER_CHUNK); at++) {
      const string = stringAt(at);
      lengths[at] = string.length;
      text += string;
    }
    const isWide = hasWideUnit(text);
    const part = Buffer.from(text, isWide ? 'utf16le' : 'latin1');
    parts.push(part);
    chunks.push(isWide ? part.length + TWO_BYTES : part.length);
    await nextTurn();
    if (!isSame()) return null;
  }
  return { lengths, chunks: Uint32Array.from(chunks), bytes: Buffer.concat(parts) };
}

/** Calls `take` with each string, in order. */
export async function decodeStrings(table: StringTable, take: (string: string, index: number) => void): Promise<void> {
  await eachChunk(table, (bytes, isWide, first, last) => {
    const text = textOf(bytes, isWide);
    let unit = 0;
    for (let at = first; at < last; at++) {
      take(text.slice(unit, unit + table.lengths[at]!), at);
      unit += table.lengths[at]!;
    }
  });
}

/** As {@link decodeStrings}, without making strings of them: they are what `letters` hold from `from` to `to`. */
export async function decodeLetters(
  table: StringTable,
  take: (letters: Letters, from: number, to: number) => void,
): Promise<void> {
  await eachChunk(table, (bytes, isWide, first, last) => {
    const letters = isWide ? unitsOf(textOf(bytes, isWide)) : bytes;
    let from = 0;
    for (let at = first; at < last; at++) {
      const to = from + table.lengths[at]!;
      take(letters, from, to);
      from = to;
    }
  });
}

async function eachChunk(
  { lengths, chunks, bytes }: StringTable,
  read: (bytes: Buffer, isWide: boolean, first: number, last: number) => void,
): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  for (let chunk = 0; chunk < chunks.length; chunk++) {
    const isWide = chunks[chunk]! >= TWO_BYTES;
    const end = offset + (chunks[chunk]! & ~TWO_BYTES);
    const first = chunk * STRINGS_PER_CHUNK;
    read(buffer.subarray(offset, end), isWide, first, Math.min(lengths.length, first + STRINGS_PER_CHUNK));
    offset = end;
    await nextTurn();
  }
}

const textOf = (bytes: Buffer, isWide: boolean): string => bytes.toString(isWide ? 'utf16le' : 'latin1');

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}

function hasWideUnit(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return true;
  return false;
}
