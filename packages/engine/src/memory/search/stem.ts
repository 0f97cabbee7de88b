/** Porter's stemmer (1980): `connected`, `connecting`, `connections` → `connect`. English only; other words pass through. */

import { ownText } from './own-text.ts';

/** Longer "words" are hashes and noise; stemming them buys nothing and costs time in proportion to their length. */
const LONGEST_STEMMED = 32;

/** The cache is emptied when full: a bound that holds whatever is indexed, at the price of stemming again. */
const CACHE_LIMIT = 50_000;

/** Suffixes and what takes their place, by their last letter: most words are through after one look. */
type Rules = ReadonlyMap<string, readonly (readonly [suffix: string, replacement: string])[]>;

function rulesOf(pairs: string): Rules {
  const rules = new Map<string, [string, string][]>();
  for (const pair of pairs.split(' ')) {
    const [suffix = '', replacement = ''] = pair.split(':');
    const last = suffix.at(-1)!;
    rules.set(last, [...(rules.get(last) ?? []), [suffix, replacement]]);
  }
  return rules;
}

const STEP_2 = rulesOf(
  'ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize ' +
    'ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble',
);
const STEP_3 = rulesOf('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:');
/** Longest first, so that the first match is the one Porter means. */
const STEP_4 = rulesOf('ement ance ence able ible ment ant ent ion ism ate iti ous ive ize al er ic ou');

const cache = new Map<string, string>();

/** The stem of a lower-case word. Anything but 3 to 32 ASCII letters is returned unchanged. */
export function stem(word: string): string {
  if (!isStemmed(word)) return word;
  const known = cache.get(word);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const result = porter(word);
  cache.set(ownText(word), ownText(result));
  return result;
}

/** As {@link stem}, for a word that its caller remembers: an identifier that is seen once would push the words out of the cache. */
export function stemAnew(word: string): string {
  return isStemmed(word) ? porter(word) : word;
}

function isStemmed(word: string): boolean {
  if (word.length < 3 || word.length > LONGEST_STEMMED) return false;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

function porter(word: string): string {
  let stemmed = stripPastAndGerund(stripPlural(word));
  if (stemmed.endsWith('y') && hasVowel(stemmed, stemmed.length - 1)) stemmed = `${stemmed.slice(0, -1)}i`;
  stemmed = replaceSuffix(stemmed, STEP_2);
  stemmed = replaceSuffix(stemmed, STEP_3);
  return stripFinalE(stripStep4(stemmed));
}

function stripPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('ss') ? word : word.slice(0, -1);
}

function stripPastAndGerund(word: string): string {
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (ending === 0 || !hasVowel(word, word.length - ending)) return word;
  const base = word.slice(0, -ending);
  if (base.endsWith('at') || base.endsWith('bl') || base.endsWith('iz')) return `${base}e`;
  if (endsWithDouble(base) && !'lsz'.includes(base.at(-1)!)) return base.slice(0, -1);
  return measure(base, base.length) === 1 && endsWithShortSyllable(base, base.length) ? `${base}e` : base;
}

const NO_RULES: readonly [string, string][] = [];

function replaceSuffix(word: string, rules: Rules): string {
  for (const [suffix, replacement] of rules.get(word.at(-1)!) ?? NO_RULES) {
    if (!word.endsWith(suffix)) continue;
    const end = word.length - suffix.length;
    return measure(word, end) > 0 ? word.slice(0, end) + replacement : word;
  }
  return word;
}

function stripStep4(word: string): string {
  for (const [suffix] of STEP_4.get(word.at(-1)!) ?? NO_RULES) {
    if (!word.endsWith(suffix)) continue;
    const end = word.length - suffix.length;
    if (measure(word, end) <= 1) return word;
    return suffix !== 'ion' || word[end - 1] === 's' || word[end - 1] === 't' ? word.slice(0, end) : word;
  }
  return word;
}

function stripFinalE(word: string): string {
  let result = word;
  if (result.endsWith('e')) {
    const end = result.length - 1;
    const syllables = measure(result, end);
    if (syllables > 1 || (syllables === 1 && !endsWithShortSyllable(result, end))) result = result.slice(0, end);
  }
  const isLongDouble = result.endsWith('ll') && measure(result, result.length) > 1;
  return isLongDouble ? result.slice(0, -1) : result;
}

const VOWELS: number = [...'aeiou'].reduce((bits, vowel) => bits | (1 << (vowel.charCodeAt(0) - 97)), 0);
const Y = 'y'.charCodeAt(0);

/** Whether a letter is a consonant, by the one before it: `y` is one at the start and after a vowel. */
function isConsonantAfter(wasConsonant: boolean, code: number): boolean {
  return code === Y ? !wasConsonant : (VOWELS & (1 << (code - 97))) === 0;
}

/** The run of y before a letter decides, so no recursion is needed. */
function isConsonant(word: string, at: number): boolean {
  let first = at;
  while (first > 0 && word.charCodeAt(first) === Y) first--;
  const startsAsConsonant = isConsonantAfter(false, word.charCodeAt(first));
  return (at - first) % 2 === 0 ? startsAsConsonant : !startsAsConsonant;
}

/** Porter's m of the first `end` letters: how many times a vowel run is followed by a consonant run. */
function measure(word: string, end: number): number {
  let count = 0;
  let isConsonantNow = false;
  for (let at = 0; at < end; at++) {
    const wasConsonant = isConsonantNow;
    isConsonantNow = isConsonantAfter(wasConsonant, word.charCodeAt(at));
    if (isConsonantNow && !wasConsonant && at > 0) count++;
  }
  return count;
}

function hasVowel(word: string, end: number): boolean {
  let isConsonantNow = false;
  for (let at = 0; at < end; at++) {
    isConsonantNow = isConsonantAfter(isConsonantNow, word.charCodeAt(at));
    if (!isConsonantNow) return true;
  }
  return false;
}

function endsWithDouble(word: string): boolean {
  return word.length > 1 && word.at(-1) === word.at(-2) && isConsonant(word, word.length - 1);
}

/** Whether the first `end` letters end with consonant, vowel, consonant other than w, x, y: `hop`, but not `how`. */
function endsWithShortSyllable(word: string, end: number): boolean {
  const last = end - 1;
  if (last < 2 || 'wxy'.includes(word[last]!)) return false;
  return isConsonant(word, last - 2) && !isConsonant(word, last - 1) && isConsonant(word, last);
}
