/** The cache is emptied when full: a bound that holds whatever is indexed, at the price of stemming again. */
const CACHE_LIMIT = 50_000;

const cache = new Map<string, string>();

/** Shorter words have nothing to lose, longer "words" are hashes and noise. */
const STEMMED = /^[a-z]{3,32}$/;

/** The stem of a lower-case word of 3 to 32 ASCII letters, or of 4 to 32 Cyrillic ones. Anything else is returned unchanged. */
export function stem(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const isCyrillic = CYRILLIC.test(word);
  if (!isCyrillic && !STEMMED.test(word)) return word;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const result = isCyrillic ? withoutEnding(word) : porter(word);
  cache.set(ownText(word), result);
  return result;
}

const CYRILLIC = /^[\u0400-\u04ff]{4,32}$/u;

/** Endings of Russian and Ukrainian nouns, adjectives and verbs behind three letters or more; of several the longest. */
const ENDINGS = endingsOf(
  'ниями нием ниях нии ния нию ние ень иями ями ами ыми ими ого его ому ему иях иям ией ием ях ах ям ам ов ев ей ой ый ий ая яя ое ее ые ие ых их ым им ую юю ом ем ою ею ия ии ию ью ья ' +
    'ість ості істю інням ннями нням нню ння ної ого ому їми ими ій ої єю ів їв єм іх ' +
    'ировать овать евать ывать ивать ать ять ить еть уть аете яете уете аем яем уем ает яет ует ают яют уют ешь ишь ет ит ут ют ат ят ете ите али яли или ели ули ала яла ила ела ало яло ило ал ял ил ел ул айте яйте уйте ите йте ай уй ' +
    'увати ювати ати яти ити іти ують юють ають яють ує ює ає яє єте ємо емо имо ли ла ло ть ти а я о е ы и у ю і ї є ь й',
);
const REFLEXIVE = /(?<=^.{4,})(?:ся|сь)$/u;

function endingsOf(list: string): RegExp {
  const longestFirst = list.split(' ').toSorted((a, b) => b.length - a.length);
  return new RegExp(`(?<=^.{3,})(?:${longestFirst.join('|')})$`, 'u');
}

/** `платежей`, `платежами`, `платежа` → `платеж`. */
function withoutEnding(word: string): string {
  return word.replaceAll('ё', 'е').replace(REFLEXIVE, '').replace(ENDINGS, '');
}

// A y is a vowel behind a consonant; at the start it is none, and is written large meanwhile.
const CONSONANTS = '[^aeiou][^aeiouy]*';
const VOWELS = '[aeiouy][aeiou]*';
const HAS_VOWEL = new RegExp(`^(?:${CONSONANTS})?[aeiouy]`);
/** Porter's m, how many times a vowel run is followed by a consonant run, is 1 or more. */
const HAS_SYLLABLE = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const HAS_TWO = new RegExp(`^(?:${CONSONANTS})?(?:${VOWELS}${CONSONANTS}){2}`);
/** One syllable that ends with consonant, vowel, consonant other than w, x, y: `hop`, but not `how`. */
const IS_SHORT = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`);
const DOUBLE = /([^aeiouylsz])\1$/;

/** Suffixes and what takes their place. */
type Rules = readonly [pattern: RegExp, replacements: ReadonlyMap<string, string>];

function rulesOf(pairs: string): Rules {
  const replacements = new Map(pairs.split(' ').map((pair) => pair.split(':') as [string, string]));
  return [new RegExp(`(?:${[...replacements.keys()].join('|')})$`), replacements];
}

const STEP_2 = rulesOf(
  'ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize ' +
    'ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble',
);
const STEP_3 = rulesOf('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:');
const STEP_4 = /(?:ement|ance|ence|able|ible|ment|ant|ent|(?<=[st])ion|ism|ate|iti|ous|ive|ize|al|er|ic|ou)$/;

/** Porter's stemmer (1980): `connected`, `connecting`, `connections` → `connect`. */
function porter(word: string): string {
  let stemmed = stripPastAndGerund(stripPlural(word.replace(/^y/, 'Y')));
  if (stemmed.endsWith('y') && HAS_VOWEL.test(stemmed.slice(0, -1))) stemmed = `${stemmed.slice(0, -1)}i`;
  for (const rules of [STEP_2, STEP_3]) stemmed = replaceSuffix(stemmed, rules);
  return stripFinalE(stripStep4(stemmed)).replace(/^Y/, 'y');
}

function stripPlural(word: string): string {
  if (/(?:ss|i)es$/.test(word)) return word.slice(0, -2);
  return /(?<!s)s$/.test(word) ? word.slice(0, -1) : word;
}

function stripPastAndGerund(word: string): string {
  if (word.endsWith('eed')) return HAS_SYLLABLE.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const base = word.replace(/(?:ed|ing)$/, '');
  if (base === word || !HAS_VOWEL.test(base)) return word;
  if (/(?:at|bl|iz)$/.test(base) || IS_SHORT.test(base)) return `${base}e`;
  return DOUBLE.test(base) ? base.slice(0, -1) : base;
}

function replaceSuffix(word: string, [pattern, replacements]: Rules): string {
  const [suffix = ''] = pattern.exec(word) ?? [];
  const base = word.slice(0, word.length - suffix.length);
  return suffix !== '' && HAS_SYLLABLE.test(base) ? base + replacements.get(suffix)! : word;
}

function stripStep4(word: string): string {
  const base = word.replace(STEP_4, '');
  return HAS_TWO.test(base) ? base : word;
}

function stripFinalE(word: string): string {
  const base = word.replace(/e$/, '');
  const last = HAS_TWO.test(base) || (HAS_SYLLABLE.test(base) && !IS_SHORT.test(base)) ? base : word;
  return last.endsWith('ll') && HAS_TWO.test(last) ? last.slice(0, -1) : last;
}

/** From this length on, V8 lets a substring keep its whole source text alive. */
const SLICED_FROM = 13;

/** The same text in memory of its own: what is kept for long must not keep an 8 KiB observation with it. */
function ownText(text: string): string {
  return text.length < SLICED_FROM ? text : Buffer.from(text).toString();
}
