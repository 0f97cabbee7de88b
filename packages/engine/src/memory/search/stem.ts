import { ownText } from './own-text.ts';
import { porter } from './porter.ts';

/** Shorter words have nothing to lose. */
const SHORTEST_STEMMED = 3;

/** Longer "words" are hashes and noise; stemming them buys nothing and costs time in proportion to their length. */
const LONGEST_STEMMED = 32;

/** The cache is emptied when full: a bound that holds whatever is indexed, at the price of stemming again. */
const CACHE_LIMIT = 50_000;

const cache = new Map<string, string>();

/** The word in hand. */
const letters: Buffer = Buffer.alloc(LONGEST_STEMMED);

/** The stem of a lower-case word. Anything but 3 to 32 ASCII letters is returned unchanged. */
export function stem(word: string): string {
  if (!isStemmed(word)) return word;
  const known = cache.get(word);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  letters.write(word, 'latin1');
  const result = letters.toString('latin1', 0, porter(letters, word.length));
  cache.set(ownText(word), result);
  return result;
}

/**
 * Stems a word of lower-case ASCII letters and digits, the first `length` of `word`, in place, as {@link stem} does; returns its length. Nothing
 * is cached: an identifier that is seen once would push the words out.
 */
export function stemInPlace(word: Uint8Array, length: number): number {
  return isStemmedLength(length) && isLetters(word, length) ? porter(word, length) : length;
}

const isStemmedLength = (length: number): boolean => length >= SHORTEST_STEMMED && length <= LONGEST_STEMMED;

const isLetter = (code: number): boolean => code >= 97 && code <= 122;

function isStemmed(word: string): boolean {
  if (!isStemmedLength(word.length)) return false;
  for (let at = 0; at < word.length; at++) if (!isLetter(word.charCodeAt(at))) return false;
  return true;
}

function isLetters(word: Uint8Array, length: number): boolean {
  for (let at = 0; at < length; at++) if (!isLetter(word[at]!)) return false;
  return true;
}
