import { CELL, cellsFor, hashOf, type Letters, placeOf, takeCell, type WordTable } from './word-table.ts';

/** Words taken at once: a millisecond or two. */
const WORDS_AT_ONCE = 32_768;

/** A table is entered in so many parts: what a part of a large one holds stays in the processor's memory. */
const PARTS = 2 ** 8;

/**
 * Enters all words of a table whose letters were put there as a whole; `turn` is taken every few milliseconds. Part by part of the cells, since
 * entered as they come each word waits for memory: 338,000 words take 31 ms, and took 53.
 */
export async function enterWords(table: WordTable<Letters>, turn: () => Promise<void>): Promise<void> {
  const { count, letters, start } = table;
  const cells = cellsFor(count);
  const partOf = parts(cells);
  const hashes = new Int32Array(count);
  const ends = new Uint32Array(PARTS + 1);
  for (let word = 0; word < count; word++) {
    const hash = hashOf(letters, start[word]!, start[word + 1]!);
    hashes[word] = hash;
    const part = partOf(hash) + 1;
    ends[part] = ends[part]! + 1;
    if (isTurn(word)) await turn();
  }
  const ordered = byPart(hashes, ends, partOf);
  await turn();
  for (let at = 0; at < ordered.length; at += CELL) {
    const word = ordered[at + 1]!;
    if (start[word]! < start[word + 1]!) takeCell(cells, ordered[at]!, word + 1);
    if (isTurn(at / CELL)) await turn();
  }
  table.cells = cells;
}

const isTurn = (count: number): boolean => count % WORDS_AT_ONCE === WORDS_AT_ONCE - 1;

/** Which part of the cells a hash belongs to. */
function parts({ length }: Int32Array): (hash: number) => number {
  const shift = Math.max(0, Math.log2(length) - Math.log2(PARTS));
  return (hash) => (placeOf(hash) & (length - 1)) >>> shift;
}

/** Hash and number of each word, by part. `ends` holds how many words each part before has. */
function byPart(hashes: Int32Array, ends: Uint32Array, partOf: (hash: number) => number): Int32Array {
  for (let part = 1; part < ends.length; part++) ends[part] = ends[part]! + ends[part - 1]!;
  const ordered = new Int32Array(CELL * hashes.length);
  for (let word = 0; word < hashes.length; word++) {
    const hash = hashes[word]!;
    const part = partOf(hash);
    const at = CELL * ends[part]!;
    ends[part] = ends[part]! + 1;
    ordered[at] = hash;
    ordered[at + 1] = word;
  }
  return ordered;
}
