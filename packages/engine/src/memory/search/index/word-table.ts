import { randomBytes } from 'node:crypto';
import { grown } from './column.ts';

/**
 * Many words, numbered by first sight, without a string or an object for each: a `Map` of 270,000 of them is marked by every
 * collection of garbage, and built anew of as many strings at each start.
 */
export interface WordTable {
  count: number;
  /** The UTF-16 units of the words, one word after the other: `letters[start[word] … start[word + 1]]`. */
  letters: Uint16Array;
  start: Uint32Array;
  /**
   * Open addressing by hash, {@link CELL} numbers for each place, of which there is a power of two: the hash of a word, and its number + 1
   * (0 = free). Side by side, since what is looked up is seldom in the processor's memory.
   */
  cells: Int32Array;
}

const CELL = 2;

const FIRST_PLACES = 64;

export function createWordTable(): WordTable {
  const cells = new Int32Array(CELL * FIRST_PLACES);
  return { count: 0, letters: new Uint16Array(0), start: new Uint32Array(1), cells };
}

/**
 * A word is hashed from this value on. Another one in each process, and never written down: who writes statements must not be able to choose
 * words that all have one hash, for whose sake every look-up would walk the whole table.
 */
const FIRST_HASH: number = randomBytes(4).readInt32LE();

function hashOf(word: string): number {
  let hash = FIRST_HASH;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash;
}

/** The number of a word; -1 = not in the table. */
export function findWord(table: WordTable, word: string, hash: number = hashOf(word)): number {
  const { cells } = table;
  const mask = cells.length - 1;
  for (let cell = placeOf(hash) & mask; ; cell = (cell + CELL) & mask) {
    const number = cells[cell + 1]! - 1;
    if (number < 0) return -1;
    if (cells[cell] === hash && isWritten(table, number, word)) return number;
  }
}

/** Adds a word that is not in the table and returns its number. An empty one only takes the number: nothing finds it. */
export function addWord(table: WordTable, word: string, hash: number = hashOf(word)): number {
  const number = table.count++;
  const first = table.start[number]!;
  table.start = grown(table.start, number + 2);
  table.letters = grown(table.letters, first + word.length);
  for (let at = 0; at < word.length; at++) table.letters[first + at] = word.charCodeAt(at);
  table.start[number + 1] = first + word.length;
  if (word === '') return number;
  // Cells are at most half full, so that a look-up ends after a step or two.
  if (2 * CELL * table.count > table.cells.length) table.cells = doubled(table.cells);
  takeCell(table.cells, hash, number + 1);
  return number;
}

/** The word that has a number. */
export function wordAt({ letters, start }: WordTable, number: number): string {
  return String.fromCharCode(...letters.subarray(start[number], start[number + 1]));
}

function doubled(cells: Int32Array): Int32Array {
  const wider = new Int32Array(2 * cells.length);
  for (let cell = 0; cell < cells.length; cell += CELL) {
    if (cells[cell + 1] !== 0) takeCell(wider, cells[cell]!, cells[cell + 1]!);
  }
  return wider;
}

function isWritten({ start, letters }: WordTable, number: number, word: string): boolean {
  const first = start[number]!;
  if (start[number + 1]! - first !== word.length) return false;
  for (let at = 0; at < word.length; at++) if (letters[first + at] !== word.charCodeAt(at)) return false;
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
