import { stem } from './stem.ts';
import { STOP_WORDS } from './synonyms.ts';
import { pathSegments } from '../../../base/normalize-path.ts';

/** Longer tokens are cut: they are hashes and noise, and two of them that share 64 characters are the same noise. */
const LONGEST_TOKEN = 64;

/** Chains of more parts (`a-b-c-d-e-f-g`) are prose or separators, not identifiers, and are not kept whole. */
const MOST_PARTS_KEPT_WHOLE = 6;

/** Normal as it is. */
const ASCII = /^[\0-\x7f]*$/;

/** Takes one token. `whole` = an identifier in one piece whose parts are also given. */
export type TokenSink = (token: string, whole: boolean) => void;

export interface TokenOptions {
  /** Keep words such as "the" and "not". Paths do: `src/with/` is a name. (Default: false) */
  readonly keepStopWords?: boolean;
}

/**
 * The tokens of a text, in order, repeats included: NFKC, lower case, stop words dropped, English words stemmed.
 * Identifiers (camelCase, snake_case, kebab-case) are split and also kept whole, in one spelling for all three
 * conventions; Chinese, Japanese and Korean runs become overlapping pairs of characters. Time is linear in the length.
 */
export function tokenize(text: string, options: TokenOptions = {}): string[] {
  const tokens: string[] = [];
  scanTokens(text, (token) => tokens.push(token), options);
  return tokens;
}

/** As {@link tokenize}, telling whole identifiers from words. */
export function scanTokens(text: string, sink: TokenSink, options: TokenOptions = {}): void {
  const source = ASCII.test(text) ? text : text.normalize('NFKC');
  const keepStopWords = options.keepStopWords ?? false;
  let at = 0;
  while (at < source.length) {
    const kind = classAt(source, at);
    if (kind === OTHER || kind === JOINER) at += width(source, at);
    else if (kind === CJK) at = scanCjk(source, at, sink);
    else at = scanIdentifier(source, at, sink, keepStopWords);
  }
}

function classAt(source: string, at: number): CharacterClass {
  const unit = source.charCodeAt(at);
  return characterClass(unit >= 0xd800 && unit <= 0xdbff ? source.codePointAt(at)! : unit);
}

function width(source: string, at: number): number {
  const unit = source.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff && source.codePointAt(at)! > 0xffff ? 2 : 1;
}

/** Chinese characters that carry no subject and part the words that do: of, particles, pronouns. */
const PARTS_WORDS = new Set('的了吗呢吧啊嘛呀哦这那你我他她它们很也就被把');
/** "All" parts words too, but not in the names of cities: 东京都, 成都. */
const ALL = '都';
const CAPITALS = '東东京成首故古';
/** The same, alone: they belong to words too. */
const SAYS_NOTHING_ALONE = new Set(
  '있없같안못좀더것수때등및건是在不没有要个和跟对会能先再又还让给用去来到上下里中后前时',
);

/** Korean particles: `포인트가`, `창고에서는` → `포인트`, `창고`. */
const KOREAN_PARTICLE =
  /(?:(?:으로|에서|에게)?(?:부터|까지)|(?:에서|에게서|으로|에|로|까지|부터|하고|께서|한테)?(?:는|도|만)|에서|에게|한테|으로|이나|이랑|하고|마다|처럼|보다|밖에|이라?고|들?(?:이|은|을|의)|가|를|에|로|와|과|들)$/u;
/** What ends its verbs: `취소했는데도`, `바꿔주세요` → `취소`, `바꿔`. */
const KOREAN_VERB =
  /(?:하|되|했|됐|되었|하였|해|돼|한|된|할|될|합|됩|해야|돼야)?(?:었|았|였|겠)?(?:는데도?|는지|습니다|입니다|니다|나요|까요|네요|어요|아요|예요|주세요|세요|드려요|드립니다|지만|면서|도록|려고|다고|라고|다면|으면|이면|어야|아야|어서|아서|줘야|달라고)$|(?:하|되)(?:는|던|고|기|지|면|자|게|여)?$|(?:했|됐|한|된)(?:다|던|음)?$|(?:해|돼)(?:서|야|도|요|줘)?$/u;
const HANGUL = /^\p{Script=Hangul}+$/u;

/** Pairs of neighbouring characters; a lone character stands for itself. */
function scanCjk(source: string, start: number, sink: TokenSink): number {
  let at = start;
  while (at < source.length && classAt(source, at) === CJK) at += width(source, at);
  const run = source.slice(start, at);
  if (HANGUL.test(run)) emitPairs([...withoutKoreanEnding(run)], sink);
  else {
    let word: string[] = [];
    for (const character of run) {
      if (PARTS_WORDS.has(character) || (character === ALL && !CAPITALS.includes(word.at(-1) ?? '-'))) {
        emitPairs(word, sink);
        word = [];
      } else word.push(character);
    }
    emitPairs(word, sink);
  }
  return at;
}

/** What ends words ends words of two syllables by themselves too: `나이`, `제한`. */
function withoutKoreanEnding(word: string): string {
  const verb = word.replace(KOREAN_VERB, '');
  if (verb !== word && verb.length !== 1) return verb;
  const noun = word.replace(KOREAN_PARTICLE, '');
  return noun.length === 1 ? word : noun;
}

function emitPairs(word: readonly string[], sink: TokenSink): void {
  const [first] = word;
  if (word.length === 1 && !SAYS_NOTHING_ALONE.has(first!)) sink(first!, false);
  for (let at = 1; at < word.length; at++) sink(`${word[at - 1]}${word[at]}`, false);
}

/** One identifier: parts between joiners, each part and its camel-case pieces, then the parts as one word. */
function scanIdentifier(source: string, start: number, sink: TokenSink, keepStopWords: boolean): number {
  let parts = 0;
  let whole = '';
  let at = start;
  for (;;) {
    const end = endOfPart(source, at);
    const next = afterJoiner(source, end);
    const part = source.slice(at, end).toLowerCase();
    parts++;
    if (whole.length < LONGEST_TOKEN) whole += part;
    scanPart(source, at, end, part, sink, keepStopWords);
    at = next;
    if (next === end) break;
  }
  if (parts > 1 && parts <= MOST_PARTS_KEPT_WHOLE && !isNumber(whole)) emit(whole, true, sink, true);
  return at;
}

function endOfPart(source: string, start: number): number {
  let at = start;
  while (at < source.length) {
    const kind = classAt(source, at);
    if (kind === OTHER || kind === JOINER || kind === CJK) break;
    at += width(source, at);
  }
  return at;
}

/** Where the next part begins: after underscores or a single hyphen, when a word character follows; else `end`. */
function afterJoiner(source: string, end: number): number {
  let at = end;
  if (source[at] === '-') at++;
  else while (source[at] === '_') at++;
  if (at === end || at >= source.length) return end;
  const kind = classAt(source, at);
  return kind === LOWER || kind === UPPER || kind === DIGIT ? at : end;
}

/** One part, and its pieces where camel case divides it. */
function scanPart(source: string, start: number, end: number, part: string, sink: TokenSink, keep: boolean): void {
  let pieceStart = start;
  let pieces = 0;
  // One class look-up a character: `previous` and `current` slide along.
  let previous: CharacterClass = OTHER;
  for (let at = start; at < end;) {
    const current = classAt(source, at);
    const next = at + width(source, at);
    const isBoundary =
      current === UPPER && at > pieceStart && (previous !== UPPER || (next < end && classAt(source, next) === LOWER));
    if (isBoundary) {
      if (at - pieceStart > 1) emit(source.slice(pieceStart, at).toLowerCase(), false, sink, keep);
      pieceStart = at;
      pieces++;
    }
    previous = current;
    at = next;
  }
  if (pieces > 0 && end - pieceStart > 1) emit(source.slice(pieceStart, end).toLowerCase(), false, sink, keep);
  emit(part, pieces > 0, sink, keep);
}

function emit(token: string, whole: boolean, sink: TokenSink, keepStopWords: boolean): void {
  if (!keepStopWords && STOP_WORDS.has(token)) return;
  sink(token.length > LONGEST_TOKEN ? token.slice(0, LONGEST_TOKEN) : stem(token), whole);
}

function isNumber(word: string): boolean {
  return /^\p{N}+$/u.test(word);
}

/** `name.test.ts`, `name.d.ts` and `name.rs` are all `name`: the extension says what a file is, not what it is about. */
const EXTENSION = /\.(?:test|spec|d)?\.?\w{1,8}$/;

/** True when the paths are equal, or one ends with the other at a segment boundary. Both must be normalised. */
export function isSamePath(left: string, right: string): boolean {
  if (left === '' || right === '') return false;
  if (left.length === right.length) return left === right;
  return left.length > right.length ? left.endsWith(`/${right}`) : right.endsWith(`/${left}`);
}

/** The tokens of a path: each segment without its extension, split as text is; stop words stay, they are names here. */
export function pathTokens(path: string): string[] {
  const tokens: string[] = [];
  for (const segment of pathSegments(path)) {
    const name = segment.startsWith('.') ? segment : segment.replace(EXTENSION, '');
    for (const token of tokenize(name, { keepStopWords: true })) tokens.push(token);
  }
  return tokens;
}

/** What a character is to the tokenizer. Plain numbers: the scan looks one up for every character of every text. */
const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const JOINER = 4;
export const CJK = 5;

type CharacterClass = typeof OTHER | typeof LOWER | typeof UPPER | typeof DIGIT | typeof JOINER | typeof CJK;

const CJK_LETTER = /^(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]$/u;
const UPPER_LETTER = /^[\p{Lu}\p{Lt}]$/u;
const NUMBER = /^\p{N}$/u;
/** Combining marks belong to the word they stand in: without them Indic and Hebrew words fall apart. */
const LETTER_OR_MARK = /^[\p{L}\p{M}]$/u;

const UNKNOWN = 255;

/** Filled on first sight of each character: 64 KiB once, then one array read instead of four regular expressions. */
const basicPlane = new Uint8Array(0x1_0000).fill(UNKNOWN);

export function characterClass(codePoint: number): CharacterClass {
  if (codePoint > 0xffff) return classify(codePoint);
  const known = basicPlane[codePoint]!;
  if (known !== UNKNOWN) return known as CharacterClass;
  return (basicPlane[codePoint] = classify(codePoint));
}

function classify(codePoint: number): CharacterClass {
  const character = String.fromCodePoint(codePoint);
  if (character === '_' || character === '-') return JOINER;
  if (CJK_LETTER.test(character)) return CJK;
  if (UPPER_LETTER.test(character)) return UPPER;
  if (NUMBER.test(character)) return DIGIT;
  return LETTER_OR_MARK.test(character) ? LOWER : OTHER;
}
