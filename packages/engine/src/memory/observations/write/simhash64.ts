const BITS = 64;
/** Of the higher and of the lower half. */
const SEEDS = [0x811c9dc5, 0x9747b28c];
/** Scripts written without spaces: each character is a word. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]`;
/** Words, single characters of unspaced scripts, and comparison signs: `a < b` and `a > b` say opposite things. */
const FEATURE = new RegExp(`${UNSPACED}|(?:(?!${UNSPACED})[\\p{L}\\p{M}\\p{N}_])+|[!=<>]=+|[<>]`, 'gu');

/**
 * The 64-bit SimHash (Charikar) of a text, as 16 hex digits: texts with nearly the same words in nearly the same order differ in few bits.
 * Features are words and pairs of neighbours, lower-case, so case, spacing and punctuation do not count, but order does.
 * Stored beside each observation: a change of this function needs a migration that recomputes the column.
 */
export function simhash64(text: string): string {
  const words = text.toLowerCase().match(FEATURE) ?? [...text];
  return SEEDS.map((seed) => hexOf(majorityOf(words, seed))).join('');
}

/** How often each of 32 bits was set. One for all texts: V8 keeps an array of over 64 bytes outside its heap, where it is dear to free. */
const counts = new Int32Array(BITS / 2);

/** The bits that most hashes of the words, and of the pairs of neighbours with a space between them, have set. */
function majorityOf(words: readonly string[], seed: number): number {
  counts.fill(0);
  let previous: number | null = null;
  for (const word of words) {
    const own = fnv1a(word, seed);
    count(finished(own));
    // A pair's walk goes on where the first word's has ended.
    if (previous !== null) count(finished(fnv1a(word, fnv1a(' ', previous))));
    previous = own;
  }
  const half = Math.max(0, words.length - 0.5);
  return counts.reduce((bits, times, bit) => (times > half ? bits | (1 << bit) : bits), 0);
}

/** Adds one to the count of each bit that is set. */
function count(hash: number): void {
  for (let bit = 0; bit < counts.length; bit++) counts[bit]! += (hash >>> bit) & 1;
}

/** The form the database keeps: the same 64 bits as a signed decimal. PostgreSQL has no unsigned bigint. */
export function simhashToBigint(simhash: string): string {
  return BigInt.asIntN(BITS, BigInt(`0x${simhash}`)).toString();
}

const hexOf = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

/** FNV-1a over UTF-16 units; walks on from `state`, a seed or what a walk over the text before left. {@link finished} makes it a hash. */
function fnv1a(text: string, state: number): number {
  let hash = state;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** The finalizer of murmur3: FNV alone leaves the high bits of short words alike. */
function finished(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
