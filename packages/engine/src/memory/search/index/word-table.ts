import { randomBytes } from 'node:crypto';
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
  letters: L;
  start: Uint32Array;
  /**
   * Open addressing by hash, {@link CELL} numbers for each place, of which there is a power of two: the hash of a word, and its number + 1
   * (0 = free). Side by side, since what is looked up is seldom in the processor's memory.
   */
  cells: Int32Array;
}

const CELL = 2;

const FIRST_PLACES = 64;

export function createWordTable<L extends Letters>(letters: L): WordTable<L> {
  return {
    count: 0,
    letters,
    start: new Uint32Array(1),
    cells: new Int32Array(CELL * FIRST_PLACES),
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
  const { cells } = table;
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
  const number = table.count++;
  const first = table.start[number]! - from;
  table.start = grown(table.start, number + 2);
  table.letters = grown(table.letters, first + to);
  const { letters: own } = table;
  for (let at = from; at < to; at++) own[first + at] = letters[at]!;
  table.start[number + 1] = first + to;
  if (to > from) enterWord(table, hash, number);
  return number;
}

/** Enters a word under its hash, which is not there. Cells are at most half full, so that a look-up ends after a step or two. */
function enterWord(table: WordTable<Letters>, hash: number, word: number): void {
  if (2 * CELL * table.count > table.cells.length) table.cells = doubled(table.cells);
  takeCell(table.cells, hash, word + 1);
}

function doubled(cells: Int32Array): Int32Array {
  const wider = new Int32Array(2 * cells.length);
  for (let cell = 0; cell < cells.length; cell += CELL) {
    if (cells[cell + 1] !== 0) takeCell(wider, cells[cell]!, cells[cell + 1]!);
  }
  return wider;
}

function isWritten(table: WordTable<Letters>, word: number, letters: Letters, from: number, to: number): boolean {
  const { start, letters: own } = table;
  const first = start[word]! - from;
  if (start[word + 1]! - first !== to) return false;
  for (let at = from; at < to; at++) if (own[first + at] !== letters[at]) return false;
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
