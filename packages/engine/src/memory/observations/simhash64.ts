import { type HashPair, hash32Twice } from '../../base/hash32.ts';

const BITS = 64;
const SEEDS: HashPair = { first: 0x811c9dc5, second: 0x9747b28c };
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
  const [high, low] = [createTally(), createTally()];
  let features = 0;
  let previous = '';
  function vote(feature: string): void {
    const { first, second } = hash32Twice(feature, SEEDS);
    count(high, first);
    count(low, second);
    features += 1;
  }
  for (const word of words) {
    vote(word);
    if (previous !== '') vote(`${previous} ${word}`);
    previous = word;
  }
  return hexOf(majority(high, features)) + hexOf(majority(low, features));
}

/** The form the database keeps: the same 64 bits as a signed decimal. PostgreSQL has no unsigned bigint. */
export function simhashToBigint(simhash: string): string {
  return BigInt.asIntN(BITS, BigInt(`0x${simhash}`)).toString();
}

/**
 * How often each of 32 bits was set: the numbers' own bits, the lowest of all 32 in the first word, the next in the second. Adding is then
 * a carry or two for all bits at once: a text of 8 KiB took 1 ms of the thread that keeps deadlines when each bit was counted by itself.
 */
type Tally = Int32Array;

const createTally = (): Tally => new Int32Array(BITS / 2);

function count(tally: Tally, word: number): void {
  let carry = word;
  for (let digit = 0; carry !== 0; digit++) {
    const sum = tally[digit]!;
    tally[digit] = sum ^ carry;
    carry &= sum;
  }
}

/** The bits that were set in more than half of so many words: all numbers are compared with the half at once, from the highest digit. */
function majority(tally: Tally, words: number): number {
  const half = Math.floor(words / 2);
  let larger = 0;
  let equal = -1;
  for (let digit = BITS / 2 - 1; digit >= 0; digit--) {
    const wanted = -((half >>> digit) & 1);
    larger |= equal & tally[digit]! & ~wanted;
    equal &= ~(tally[digit]! ^ wanted);
  }
  return larger;
}

const hexOf = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
