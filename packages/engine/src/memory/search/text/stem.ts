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

/** Suffixes and what takes their place, by their last letter: most words are through after one look. */
type Rules = readonly (readonly Rule[])[];

interface Rule {
  readonly suffix: Uint8Array;
  /** Never longer than the suffix. */
  readonly replacement: Uint8Array;
}

const lettersOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const A = 0x61;
const E = 0x65;
const I = 0x69;
const L = 0x6c;
const N = 0x6e;
const S = 0x73;
const T = 0x74;
const Y = 0x79;

/** One bit for each letter. */
const bitsOf = (letters: string): number => lettersOf(letters).reduce((bits, code) => bits | bitOf(code), 0);
const bitOf = (code: number): number => 1 << (code - A);

const VOWELS: number = bitsOf('aeiou');
const LSZ: number = bitsOf('lsz');
const WXY: number = bitsOf('wxy');

const SSES = lettersOf('sses');
const IES = lettersOf('ies');
const EED = lettersOf('eed');
const ED = lettersOf('ed');
const ING = lettersOf('ing');
const TAKE_E: readonly Uint8Array[] = ['at', 'bl', 'iz'].map(lettersOf);

function rulesOf(pairs: string): Rules {
  const rules: Rule[][] = Array.from({ length: 26 }, () => []);
  for (const pair of pairs.split(' ')) {
    const [suffix = '', replacement = ''] = pair.split(':');
    const rule = { suffix: lettersOf(suffix), replacement: lettersOf(replacement) };
    rules[rule.suffix.at(-1)! - A]!.push(rule);
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

/**
 * Porter's stemmer (1980): `connected`, `connecting`, `connections` → `connect`. The word is the first `length` letters of `word`,
 * 3 or more, each of `a` to `z`; its stem takes its place. Returns how long that is. In place, because an index stems every
 * identifier that it sees for the first time, and strings of each step cost it as much as the look-ups.
 */
function porter(word: Uint8Array, length: number): number {
  let end = stripPastAndGerund(word, stripPlural(word, length));
  if (word[end - 1] === Y && hasVowel(word, end - 1)) word[end - 1] = I;
  end = replaceSuffix(word, end, STEP_2);
  end = replaceSuffix(word, end, STEP_3);
  return stripFinalE(word, stripStep4(word, end));
}

function endsWith(word: Uint8Array, end: number, suffix: Uint8Array): boolean {
  const start = end - suffix.length;
  if (start < 0) return false;
  for (let at = suffix.length - 1; at >= 0; at--) if (word[start + at] !== suffix[at]) return false;
  return true;
}

function stripPlural(word: Uint8Array, end: number): number {
  if (word[end - 1] !== S) return end;
  if (endsWith(word, end, SSES) || endsWith(word, end, IES)) return end - 2;
  return word[end - 2] === S ? end : end - 1;
}

function stripPastAndGerund(word: Uint8Array, end: number): number {
  if (endsWith(word, end, EED)) return measure(word, end - 3) > 0 ? end - 1 : end;
  const base = end - (endsWith(word, end, ED) ? 2 : endsWith(word, end, ING) ? 3 : 0);
  if (base === end || !hasVowel(word, base)) return end;
  if (TAKE_E.some((suffix) => endsWith(word, base, suffix))) return withE(word, base);
  if (endsWithDouble(word, base) && (LSZ & bitOf(word[base - 1]!)) === 0) return base - 1;
  return measure(word, base) === 1 && endsWithShortSyllable(word, base) ? withE(word, base) : base;
}

function withE(word: Uint8Array, end: number): number {
  word[end] = E;
  return end + 1;
}

function replaceSuffix(word: Uint8Array, end: number, rules: Rules): number {
  for (const { suffix, replacement } of rules[word[end - 1]! - A]!) {
    if (!endsWith(word, end, suffix)) continue;
    const start = end - suffix.length;
    if (measure(word, start) === 0) return end;
    for (let at = 0; at < replacement.length; at++) word[start + at] = replacement[at]!;
    return start + replacement.length;
  }
  return end;
}

function stripStep4(word: Uint8Array, end: number): number {
  for (const { suffix } of STEP_4[word[end - 1]! - A]!) {
    if (!endsWith(word, end, suffix)) continue;
    const start = end - suffix.length;
    if (measure(word, start) <= 1) return end;
    // `ion`, the one with an n, goes only after s and t.
    return word[end - 1] !== N || word[start - 1] === S || word[start - 1] === T ? start : end;
  }
  return end;
}

function stripFinalE(word: Uint8Array, end: number): number {
  let last = end;
  if (word[end - 1] === E) {
    const syllables = measure(word, end - 1);
    if (syllables > 1 || (syllables === 1 && !endsWithShortSyllable(word, end - 1))) last = end - 1;
  }
  const isLongDouble = last > 1 && word[last - 1] === L && word[last - 2] === L && measure(word, last) > 1;
  return isLongDouble ? last - 1 : last;
}

/** Whether a letter is a consonant, by the one before it: `y` is one at the start and after a vowel. */
function isConsonantAfter(wasConsonant: boolean, code: number): boolean {
  return code === Y ? !wasConsonant : (VOWELS & bitOf(code)) === 0;
}

/** The run of y before a letter decides, so no recursion is needed. */
function isConsonant(word: Uint8Array, at: number): boolean {
  let first = at;
  while (first > 0 && word[first] === Y) first--;
  const startsAsConsonant = isConsonantAfter(false, word[first]!);
  return (at - first) % 2 === 0 ? startsAsConsonant : !startsAsConsonant;
}

/** Porter's m of the first `end` letters: how many times a vowel run is followed by a consonant run. */
function measure(word: Uint8Array, end: number): number {
  let count = 0;
  let isConsonantNow = false;
  for (let at = 0; at < end; at++) {
    const wasConsonant = isConsonantNow;
    isConsonantNow = isConsonantAfter(wasConsonant, word[at]!);
    if (isConsonantNow && !wasConsonant && at > 0) count++;
  }
  return count;
}

function hasVowel(word: Uint8Array, end: number): boolean {
  let isConsonantNow = false;
  for (let at = 0; at < end; at++) {
    isConsonantNow = isConsonantAfter(isConsonantNow, word[at]!);
    if (!isConsonantNow) return true;
  }
  return false;
}

function endsWithDouble(word: Uint8Array, end: number): boolean {
  return end > 1 && word[end - 1] === word[end - 2] && isConsonant(word, end - 1);
}

/** Whether the first `end` letters end with consonant, vowel, consonant other than w, x, y: `hop`, but not `how`. */
function endsWithShortSyllable(word: Uint8Array, end: number): boolean {
  const last = end - 1;
  if (last < 2 || (WXY & bitOf(word[last]!)) !== 0) return false;
  return isConsonant(word, last - 2) && !isConsonant(word, last - 1) && isConsonant(word, last);
}

/** From this length on, V8 lets a substring keep its whole source text alive. */
const SLICED_FROM = 13;

/** The same text in memory of its own: what is kept for long must not keep an 8 KiB observation with it. */
function ownText(text: string): string {
  return text.length < SLICED_FROM ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
