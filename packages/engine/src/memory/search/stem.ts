/** Porter's stemmer (1980): `connected`, `connecting`, `connections` → `connect`. English only; other words pass through. */

import { ownText } from './own-text.ts';

/** Longer "words" are hashes and noise; stemming them buys nothing and costs time in proportion to their length. */
const LONGEST_STEMMED = 32;

/** The cache is emptied when full: a bound that holds whatever is indexed, at the price of stemming again. */
const CACHE_LIMIT = 50_000;

const STEP_2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
/** Longest first, so that the first match is the one Porter means. */
const STEP_4: readonly string[] =
  'ement ance ence able ible ment ant ent ion ism ate iti ous ive ize al er ic ou'.split(' ');

const cache = new Map<string, string>();

/** The stem of a lower-case word. Anything but 3 to 32 ASCII letters is returned unchanged. */
export function stem(word: string): string {
  if (word.length < 3 || word.length > LONGEST_STEMMED || !isLetters(word)) return word;
  const known = cache.get(word);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const result = porter(word);
  cache.set(ownText(word), ownText(result));
  return result;
}

function isLetters(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

function porter(word: string): string {
  let stemmed = stripPastAndGerund(stripPlural(word));
  if (stemmed.endsWith('y') && hasVowel(stemmed.slice(0, -1))) stemmed = `${stemmed.slice(0, -1)}i`;
  stemmed = replaceSuffix(stemmed, STEP_2);
  stemmed = replaceSuffix(stemmed, STEP_3);
  return stripFinalE(stripStep4(stemmed));
}

function stripPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function stripPastAndGerund(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (ending === 0 || !hasVowel(word.slice(0, -ending))) return word;
  const base = word.slice(0, -ending);
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (endsWithDouble(base) && !'lsz'.includes(base.at(-1)!)) return base.slice(0, -1);
  return measure(base) === 1 && endsWithShortSyllable(base) ? `${base}e` : base;
}

function replaceSuffix(word: string, rules: readonly (readonly [string, string])[]): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const base = word.slice(0, -suffix.length);
    return measure(base) > 0 ? base + replacement : word;
  }
  return word;
}

function stripStep4(word: string): string {
  const suffix = STEP_4.find((ending) => word.endsWith(ending));
  if (suffix === undefined) return word;
  const base = word.slice(0, -suffix.length);
  if (measure(base) <= 1) return word;
  return suffix !== 'ion' || base.endsWith('s') || base.endsWith('t') ? base : word;
}

function stripFinalE(word: string): string {
  let result = word;
  if (result.endsWith('e')) {
    const base = result.slice(0, -1);
    const syllables = measure(base);
    if (syllables > 1 || (syllables === 1 && !endsWithShortSyllable(base))) result = base;
  }
  return measure(result) > 1 && endsWithDouble(result) && result.endsWith('l') ? result.slice(0, -1) : result;
}

/** `y` is a consonant at the start and after a vowel. The run of y before it decides, so no recursion is needed. */
function isConsonant(word: string, at: number): boolean {
  let first = at;
  while (first > 0 && word[first] === 'y') first--;
  const startsAsConsonant = word[first] === 'y' || !'aeiou'.includes(word[first]!);
  return (at - first) % 2 === 0 ? startsAsConsonant : !startsAsConsonant;
}

/** Porter's m: how many times a vowel run is followed by a consonant run. */
function measure(word: string): number {
  let count = 0;
  let afterVowel = false;
  for (let i = 0; i < word.length; i++) {
    const consonant = isConsonant(word, i);
    if (consonant && afterVowel) count++;
    afterVowel = !consonant;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (!isConsonant(word, i)) return true;
  return false;
}

function endsWithDouble(word: string): boolean {
  return word.length > 1 && word.at(-1) === word.at(-2) && isConsonant(word, word.length - 1);
}

/** Consonant, vowel, consonant other than w, x, y: `hop`, but not `how`. */
function endsWithShortSyllable(word: string): boolean {
  const end = word.length - 1;
  if (end < 2 || 'wxy'.includes(word[end]!)) return false;
  return isConsonant(word, end - 2) && !isConsonant(word, end - 1) && isConsonant(word, end);
}
