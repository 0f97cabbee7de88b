import { hash32 } from '../../base/hash32.ts';

const BITS = 64;
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
  const votes = new Int32Array(BITS);
  let previous = '';
  for (const word of words) {
    vote(votes, word);
    if (previous !== '') vote(votes, `${previous} ${word}`);
    previous = word;
  }
  return hexOf(votes, 0) + hexOf(votes, BITS / 2);
}

/** The form the database keeps: the same 64 bits as a signed decimal. PostgreSQL has no unsigned bigint. */
export function simhashToBigint(simhash: string): string {
  return BigInt.asIntN(BITS, BigInt(`0x${simhash}`)).toString();
}

function vote(votes: Int32Array, feature: string): void {
  const high = hash32(feature, 0x811c9dc5);
  const low = hash32(feature, 0x9747b28c);
  for (let bit = 0; bit < 32; bit++) {
    votes[bit]! += (high >>> (31 - bit)) & 1 ? 1 : -1;
    votes[bit + 32]! += (low >>> (31 - bit)) & 1 ? 1 : -1;
  }
}

function hexOf(votes: Int32Array, from: number): string {
  let word = 0;
  for (let bit = from; bit < from + 32; bit++) word = (word << 1) | (votes[bit]! > 0 ? 1 : 0);
  return (word >>> 0).toString(16).padStart(8, '0');
}
