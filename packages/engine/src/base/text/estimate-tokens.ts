/** Counts the tokens of a text. A port: set a real tokenizer where the estimate is not good enough. */
export type TokenEstimator = (text: string) => number;

/**
 * The seed's estimate: characters (UTF-16 units) divided by 4, rounded up. Source: seed "Context Injection", token budgets. It under-counts ids,
 * dates, dense code and CJK text, by half at worst.
 */
export const characterTokens: TokenEstimator = (text) => Math.ceil(text.length / 4);

// Fitted to 960 blocks of four histories under two public tokenizers (o200k, cl100k), then raised until none of them was under-counted by
// more than it leaves of its budget: `npm run bench lines` shows the ratio. What varies most is text without words: ids and hashes.
const WORD = 1.12;
const NEXT_OF_CAMEL_CASE = 1;
const LONG_WORD = 8;
const LONG_WORD_STEP = 3;
const DIGITS_OF_A_TOKEN = 3;
const DIGITS = 1.36;
const MARK = 0.81;
const BLANKS = 1;
const BEYOND_ASCII = 1.4;

/** What a character beyond ASCII costs, by the last of each script; fitted to talks in eight languages, of which two thirds are not English. */
const SCRIPTS: readonly (readonly [last: number, tokens: number])[] = [
  [0x03ff, BEYOND_ASCII],
  [0x052f, 0.74], // Cyrillic
  [0x08ff, BEYOND_ASCII],
  [0x0dff, 1.6], // Devanagari and what is written like it
  [0x10ff, BEYOND_ASCII],
  [0x11ff, 3], // Korean letters by themselves
  [0x3130, BEYOND_ASCII],
  [0x318f, 3], // the same
  [0x33ff, BEYOND_ASCII],
  [0x9fff, 1.5], // Chinese
  [0xabff, BEYOND_ASCII],
  [0xd7ff, 1.6], // Korean
  [0xffff, BEYOND_ASCII],
];

/** What a word that no tokenizer has whole costs besides its letters. */
const FOREIGN_WORD = 0.4;
/** Letters of a token in a line that has letters such as ł and ş: its plain words are not English either. */
const FOREIGN_LETTERS = 2.6;
const CODE = 0.88;
const LONG_CODE = 0.5;
const CODE_LENGTH = 8;

/**
 * The default estimate: what a text costs by the kinds of its characters (words, digits, marks, what is beyond ASCII). On our own blocks it is at
 * or above what public tokenizers count, by an eighth in the middle. O(n).
 */
export const estimateTokens: TokenEstimator = (text) => {
  let tokens = 0;
  let isForeign = false;
  let endOfLine = -1;
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (at > endOfLine) {
      endOfLine = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
      isForeign = FOREIGN_LATIN.test(text.slice(at, endOfLine));
    }
    const end = endOfRun(text, at, unit);
    if (isAlphanumeric(unit)) tokens += tokensOfRun(text.slice(at, end), isForeign);
    else if (isBlank(unit)) tokens += unit === NEWLINE || end > at + 1 ? BLANKS : 0;
    else tokens += unit < 0x80 ? MARK : tokensBeyondAscii(text, at, unit);
    at = end;
  }
  return Math.ceil(tokens);
};

const FOREIGN_LATIN = /[\u0100-\u024f\u1e00-\u1eff]/u;

function tokensBeyondAscii(text: string, at: number, unit: number): number {
  const tokens = SCRIPTS.find(([last]) => unit <= last)![1];
  const beginsWord = isCyrillic(unit) && (at === 0 || !isCyrillic(text.charCodeAt(at - 1)));
  return beginsWord ? tokens + FOREIGN_WORD : tokens;
}

const isCyrillic = (unit: number): boolean => unit >= 0x400 && unit <= 0x52f;

const NEWLINE = 0x0a;
const SPACE = 0x20;

/** Letters and digits run together, and so do blanks; anything else stands alone. A single space goes with the word behind it. */
function endOfRun(text: string, at: number, unit: number): number {
  const belongs = isAlphanumeric(unit) ? isAlphanumeric : isBlank(unit) ? isBlank : null;
  let end = at + 1;
  if (belongs) while (end < text.length && belongs(text.charCodeAt(end))) end += 1;
  return end;
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
const isUpper = (unit: number): boolean => unit >= 0x41 && unit <= 0x5a;
const isLower = (unit: number): boolean => unit >= 0x61 && unit <= 0x7a;
const isAlphanumeric = (unit: number): boolean => isLower(unit) || isDigit(unit) || isUpper(unit);
const isBlank = (unit: number): boolean => unit === SPACE || (unit >= 0x09 && unit <= 0x0d);

function tokensOfRun(run: string, isForeign: boolean): number {
  const digits = countDigits(run);
  if (digits === run.length) return Math.ceil(digits / DIGITS_OF_A_TOKEN) * DIGITS;
  if (digits > 0) return tokensOfCode(run.length);
  if (isForeign && run.length > 2) return Math.max(WORD, FOREIGN_WORD + run.length / FOREIGN_LETTERS);
  let tokens = 0;
  for (let at = 0; at < run.length;) {
    const end = endOfWord(run, at);
    const length = end - at;
    if (length > 4 && !hasVowel(run, at, end)) tokens += tokensOfCode(length);
    else
      tokens += (at === 0 ? WORD : NEXT_OF_CAMEL_CASE) + Math.max(0, Math.ceil((length - LONG_WORD) / LONG_WORD_STEP));
    at = end;
  }
  return tokens;
}

/** Ids, hashes and versions: what no tokenizer has seen. */
function tokensOfCode(length: number): number {
  return Math.min(length, CODE_LENGTH) * CODE + Math.max(0, length - CODE_LENGTH) * LONG_CODE;
}

function countDigits(run: string): number {
  let digits = 0;
  for (let at = 0; at < run.length; at++) if (isDigit(run.charCodeAt(at))) digits += 1;
  return digits;
}

/** `HTTPServer` is `HTTP` and `Server`. */
function endOfWord(run: string, from: number): number {
  let at = from;
  while (at < run.length && isUpper(run.charCodeAt(at))) at += 1;
  const capitals = at - from;
  if (capitals > 1 && at < run.length) return at - 1;
  while (at < run.length && isLower(run.charCodeAt(at))) at += 1;
  return at;
}

function hasVowel(run: string, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if ('aeiouyAEIOUY'.includes(run.charAt(at))) return true;
  return false;
}
