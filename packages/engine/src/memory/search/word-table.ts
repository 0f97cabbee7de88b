import { randomBytes } from 'node:crypto';
import {
  CHUNK_BITS,
  CHUNK_MASK,
  chunkedBytes,
  type ChunkedColumn,
  asChunks,
  numberAt,
  reserveChunks,
} from './chunked-column.ts';
import { grown } from './column.ts';

/** Letters as numbers: ASCII in bytes, or UTF-16 units. */
export type Letters = Uint8Array | Uint16Array;

/**
 * Many words, numbered by first sight, without a string or an object for each: a `Map` of 270,000 of them is marked by every
 * collection of garbage, and built anew of as many strings at each start.
 */
export interface WordTable<L extends Letters> {
  count: number;
  /** The words one after the other: `letters[start[word] … start[word + 1]]`. */
  letters: ChunkedColumn<L>;
  start: Uint32Array;
  /**
   * Open addressing by hash, {@link CELL} numbers for each place, of which there is a power of two: the hash of a word, and its number + 1
   * (0 = free). Side by side, since what is looked up is seldom in the processor's memory. One part, or {@link PARTS} of them by the
   * highest bits of the hash: they are not all built anew at once when they are full.
   */
  cells: Int32Array[];
  /** Words in each part. */
  used: Uint32Array;
}

const CELL = 2;

const FIRST_PLACES = 64;

/** A table of more words than a part may have alone is split up. Building millions anew took 50 ms and more. */
const MOST_IN_ONE = 1 << 16;
const PARTS = 64;

export function createWordTable<L extends Letters>(letters: L): WordTable<L> {
  return {
    count: 0,
    letters: asChunks(letters),
    start: new Uint32Array(1),
    cells: [new Int32Array(CELL * FIRST_PLACES)],
    used: new Uint32Array(1),
  };
}

/**
 * A word is hashed from this value on, letter by letter, by {@link hashedOn}. Another one in each process, and never written down: who
 * writes statements must not be able to choose words that all have one hash, for whose sake every look-up would walk the whole table.
 */
export const FIRST_HASH: number = randomBytes(4).readInt32LE();

export const hashedOn = (hash: number, letter: number): number => Math.imul(hash ^ letter, 0x01000193);

export function hashOf(letters: Letters, from: number, to: number): number {
  let hash = FIRST_HASH;
  for (let at = from; at < to; at++) hash = hashedOn(hash, letters[at]!);
  return hash;
}

/** The number of the word that `letters` hold from `from` to `to`; -1 = not in the table. `hash` is that of the word. */
export function findWord(table: WordTable<Letters>, letters: Letters, from: number, to: number, hash: number): number {
  const cells = table.cells[partOf(table.cells, hash)]!;
  const mask = cells.length - 1;
  for (let cell = placeOf(hash) & mask; ; cell = (cell + CELL) & mask) {
    const word = cells[cell + 1]! - 1;
    if (word < 0) return -1;
    if (cells[cell] === hash && isWritten(table, word, letters, from, to)) return word;
  }
}

/**
 * Adds the word that `letters` hold from `from` to `to`, which is not in the table. Returns its number. An empty one only takes the
 * number: nothing finds it.
 */
export function addWord(table: WordTable<Letters>, letters: Letters, from: number, to: number, hash: number): number {
  const number = table.count;
  const first = table.start[number]! - from;
  if (!hasRoom(table, number + 1, first + to)) reserveWords(table, number + 1, first + to);
  table.count++;
  const { chunks } = table.letters;
  for (let at = from; at < to; at++) chunks[(first + at) >>> CHUNK_BITS]![(first + at) & CHUNK_MASK] = letters[at]!;
  table.start[number + 1] = first + to;
  if (to > from) enterWord(table, hash, number);
  return number;
}

/** Asked for each word; `grown` sees columns of all kinds and is slow to say that there is nothing to do. */
function hasRoom({ start, letters }: WordTable<Letters>, words: number, length: number): boolean {
  return words < start.length && length <= letters.room;
}

/** Makes room for so many words of so many letters together. */
export function reserveWords(table: WordTable<Letters>, words: number, letters: number): void {
  table.start = grown(table.start, words + 1);
  reserveChunks(table.letters, letters);
  if (words > MOST_IN_ONE && table.cells.length === 1) reserveCells(table, words);
}

/** Cells are at most half full, so that a look-up ends after a step or two. */
const placesFor = (words: number): number => Math.max(FIRST_PLACES, 2 ** Math.ceil(Math.log2(2 * words)));

/** Gives a table that is in one part as many as it needs, with room for so many words. */
function reserveCells(table: WordTable<Letters>, words: number): void {
  const [all] = table.cells;
  const parts = words > MOST_IN_ONE ? PARTS : 1;
  const places = placesFor(words / parts);
  table.cells = Array.from({ length: parts }, () => new Int32Array(CELL * places));
  table.used = new Uint32Array(parts);
  for (let cell = 0; cell < all!.length; cell += CELL) {
    if (all![cell + 1] !== 0) enterWord(table, all![cell]!, all![cell + 1]! - 1);
  }
}

/** Enters a word under its hash, which is not there. */
function enterWord(table: WordTable<Letters>, hash: number, word: number): void {
  const part = partOf(table.cells, hash);
  const cells = table.cells[part]!;
  const used = (table.used[part] = table.used[part]! + 1);
  if (2 * CELL * used > cells.length) table.cells[part] = doubled(cells);
  takeCell(table.cells[part]!, hash, word + 1);
}

function doubled(cells: Int32Array): Int32Array {
  const wider = new Int32Array(2 * cells.length);
  for (let cell = 0; cell < cells.length; cell += CELL) {
    if (cells[cell + 1] !== 0) takeCell(wider, cells[cell]!, cells[cell + 1]!);
  }
  return wider;
}

export function wordTableBytes({ letters, start, cells }: WordTable<Letters>): number {
  return chunkedBytes(letters) + start.byteLength + cells.reduce((sum, part) => sum + part.byteLength, 0);
}

function isWritten(table: WordTable<Letters>, word: number, letters: Letters, from: number, to: number): boolean {
  const { start, letters: own } = table;
  const first = start[word]!;
  if (start[word + 1]! - first !== to - from) return false;
  const begin = first & CHUNK_MASK;
  if (begin + to - from > CHUNK_MASK) return isWrittenAcross(own, first, letters, from, to);
  const chunk = own.chunks[first >>> CHUNK_BITS]!;
  for (let at = from; at < to; at++) if (chunk[begin + at - from] !== letters[at]) return false;
  return true;
}

/** Of a word that may lie in two chunks. */
function isWrittenAcross(
  own: ChunkedColumn<Letters>,
  first: number,
  letters: Letters,
  from: number,
  to: number,
): boolean {
  for (let at = from; at < to; at++) if (numberAt(own, first + at - from) !== letters[at]) return false;
  return true;
}

/** Gives a hash the first free cell from its place on. */
function takeCell(cells: Int32Array, hash: number, entry: number): void {
  const mask = cells.length - 1;
  let cell = placeOf(hash) & mask;
  while (cells[cell + 1] !== 0) cell = (cell + CELL) & mask;
  cells[cell] = hash;
  cells[cell + 1] = entry;
}

/** Where the look-up of a hash begins. FNV leaves the low bits of short words alike. */
const placeOf = (hash: number): number => CELL * ((hash ^ (hash >>> 15)) & 0x3fff_ffff);

/** Which part of the cells a hash belongs to. */
const partOf = (cells: readonly Int32Array[], hash: number): number => (hash >>> 26) & (cells.length - 1);
