import { enterWord, hashOf, type Letters, partOf, PARTS, reserveCells, type WordTable } from './word-table.ts';

/** Words taken at once: a millisecond or two. */
const WORDS_AT_ONCE = 32_768;

/** Numbers of a word on its way: its hash, and which one it is. */
const PAIR = 2;

/**
 * Enters all words of a table whose letters were put there as a whole; `turn` is taken every few milliseconds. Part by part of the cells, since
 * entered as they come each word waits for memory: 338,000 words take 31 ms, and took 53.
 */
export async function enterWords(table: WordTable<Letters>, turn: () => Promise<void>): Promise<void> {
  const { count, start } = table;
  // What was put there as a whole is one array, seen from its first chunk on.
  const letters = table.letters.chunks[0]!;
  reserveCells(table, count);
  const hashes = new Int32Array(count);
  const ends = new Uint32Array(PARTS + 1);
  for (let word = 0; word < count; word++) {
    const hash = hashOf(letters, start[word]!, start[word + 1]!);
    hashes[word] = hash;
    const part = partOf(table.cells, hash) + 1;
    ends[part] = ends[part]! + 1;
    if (isTurn(word)) await turn();
  }
  const ordered = await byPart(table, hashes, ends, turn);
  for (let at = 0; at < ordered.length; at += PAIR) {
    const word = ordered[at + 1]!;
    if (start[word]! < start[word + 1]!) enterWord(table, ordered[at]!, word);
    if (isTurn(at / PAIR)) await turn();
  }
}

const isTurn = (count: number): boolean => count % WORDS_AT_ONCE === WORDS_AT_ONCE - 1;

/** Hash and number of each word, by part. `ends` holds how many words each part before has. */
async function byPart(
  { cells }: WordTable<Letters>,
  hashes: Int32Array,
  ends: Uint32Array,
  turn: () => Promise<void>,
): Promise<Int32Array> {
  for (let part = 1; part < ends.length; part++) ends[part] = ends[part]! + ends[part - 1]!;
  const ordered = new Int32Array(PAIR * hashes.length);
  for (let word = 0; word < hashes.length; word++) {
    const hash = hashes[word]!;
    const part = partOf(cells, hash);
    const at = PAIR * ends[part]!;
    ends[part] = ends[part]! + 1;
    ordered[at] = hash;
    ordered[at + 1] = word;
    if (isTurn(word)) await turn();
  }
  return ordered;
}
