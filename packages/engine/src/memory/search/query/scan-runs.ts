import {
  characterClass,
  DIGIT,
  JOINER,
  LOWER,
  OTHER,
  UPPER,
  type CharacterClass,
  LONGEST_TOKEN,
  tokenInPlace,
  tokenize,
} from '../text/tokenize.ts';
import { grown } from '../index/column.ts';
import { addRun, createKnownRuns, findRun, isSeenAgain, type KnownRuns } from '../index/known-runs.ts';
import { termNumber, termOfLetters, type TermDictionary } from '../index/term-dictionary.ts';
import { FIRST_HASH, hashedOn } from '../index/word-table.ts';

/** Longer runs, and runs with digits, are hashes and noise: each is seen once, and they would push the words out. */
const LONGEST_KEPT = 24;

/** What each byte of an ASCII text is to the tokenizer. */
const CLASS: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => characterClass(code));

const encoder = new TextEncoder();

/** The terms of one ASCII text after the other. One for an index, reused: scanning allocates nothing for words that are known. */
export interface RunScanner {
  readonly dictionary: TermDictionary;
  readonly known: KnownRuns;
  /** The text in hand, or its beginning. */
  bytes: Buffer;
  /** A piece of an identifier, in lower case. */
  readonly piece: Buffer;
  /** A word on its way to become a token. */
  readonly word: Buffer;
  /** The terms of the text in hand, in order, repeats included: the first {@link RunScanner.count} of them. */
  terms: Uint32Array;
  count: number;
}

export function createRunScanner(dictionary: TermDictionary): RunScanner {
  const [bytes, piece, word] = [Buffer.alloc(512), Buffer.alloc(LONGEST_KEPT), Buffer.alloc(LONGEST_TOKEN)];
  return { dictionary, known: createKnownRuns(), bytes, piece, word, terms: new Uint32Array(0), count: 0 };
}

/**
 * Finds the terms of a text: those of its runs of word characters, one after the other, since no token reaches over another character.
 * False when the text is not ASCII, and nothing was found: its normal form decides what its runs are.
 */
export function scanRuns(scanner: RunScanner, text: string): boolean {
  const { length } = text;
  scanner.count = 0;
  if (scanner.bytes.length < length) scanner.bytes = Buffer.alloc(2 * length);
  // A text has at most two tokens for each of its characters.
  scanner.terms = grown(scanner.terms, 2 * length);
  const { read, written } = encoder.encodeInto(text, scanner.bytes);
  if (read !== length || written !== length) return false;
  for (let at = 0; at < length;) at = CLASS[scanner.bytes[at]!] === OTHER ? at + 1 : scanRun(scanner, at, length);
  return true;
}

/** Gives the terms of the run that begins at `start`. Returns where it ends. */
function scanRun(scanner: RunScanner, start: number, length: number): number {
  const { bytes, known } = scanner;
  let hash = FIRST_HASH;
  let classes = 0;
  let end = start;
  for (; end < length; end++) {
    const code = bytes[end]!;
    const kind = CLASS[code]!;
    if (kind === OTHER) break;
    classes |= 1 << kind;
    hash = hashedOn(hash, code);
  }
  const isKept = end - start <= LONGEST_KEPT && !has(classes, DIGIT);
  const run = isKept ? findRun(known, bytes, start, end, hash) : -1;
  if (run >= 0) giveKnown(scanner, run);
  else {
    const first = scanner.count;
    giveUnknown(scanner, start, end, classes);
    if (isKept && isSeenAgain(known, hash)) addRun(known, bytes, start, end, hash, scanner.terms, first, scanner.count);
  }
  return end;
}

const has = (classes: number, kind: CharacterClass): boolean => (classes & (1 << kind)) !== 0;

function give(scanner: RunScanner, term: number): void {
  scanner.terms[scanner.count++] = term;
}

function giveKnown(scanner: RunScanner, run: number): void {
  const { termStart, terms } = scanner.known;
  const end = termStart[run + 1]!;
  for (let at = termStart[run]!; at < end; at++) give(scanner, terms[at]!);
}

function giveUnknown(scanner: RunScanner, start: number, end: number, classes: number): void {
  const { bytes, dictionary } = scanner;
  if (has(classes, JOINER)) {
    for (const token of tokenize(bytes.toString('latin1', start, end))) give(scanner, termNumber(dictionary, token));
    return;
  }
  if (has(classes, UPPER)) givePieces(scanner, start, end);
  giveWord(scanner, start, end);
}

/** The term of a word without joiners, if it is not a stop word. No string is made of it: a history is full of words seen once. */
function giveWord(scanner: RunScanner, start: number, end: number): void {
  const { bytes, word, dictionary } = scanner;
  const length = Math.min(end - start, LONGEST_TOKEN);
  for (let at = 0; at < length; at++) word[at] = lowerOf(bytes[start + at]!);
  const kept = tokenInPlace(word, length);
  if (kept > 0) give(scanner, termOfLetters(dictionary, word, kept));
}

const lowerOf = (code: number): number => (CLASS[code] === UPPER ? code + 32 : code);

/** The pieces of camel case, when there are several; those of one character are left out. */
function givePieces(scanner: RunScanner, start: number, end: number): void {
  const { bytes } = scanner;
  let pieceStart = start;
  let previous: number = OTHER;
  for (let at = start; at < end; at++) {
    const current = CLASS[bytes[at]!]!;
    const beginsWord = previous !== UPPER || (at + 1 < end && CLASS[bytes[at + 1]!] === LOWER);
    if (current === UPPER && at > pieceStart && beginsWord) {
      givePiece(scanner, pieceStart, at);
      pieceStart = at;
    }
    previous = current;
  }
  if (pieceStart > start) givePiece(scanner, pieceStart, end);
}

function givePiece(scanner: RunScanner, start: number, end: number): void {
  const { bytes, known, piece } = scanner;
  const length = end - start;
  if (length <= 1) return;
  const hash = length <= LONGEST_KEPT ? lowered(bytes, start, length, piece) : null;
  const run = hash === null ? -1 : findRun(known, piece, 0, length, hash);
  if (run >= 0) {
    giveKnown(scanner, run);
    return;
  }
  const first = scanner.count;
  giveWord(scanner, start, end);
  if (hash !== null && isSeenAgain(known, hash))
    addRun(known, piece, 0, length, hash, scanner.terms, first, scanner.count);
}

/** Copies letters into `target` in lower case and returns their hash; null when there is a digit among them. */
function lowered(bytes: Uint8Array, start: number, length: number, target: Uint8Array): number | null {
  let hash = FIRST_HASH;
  for (let at = 0; at < length; at++) {
    const code = bytes[start + at]!;
    if (CLASS[code] === DIGIT) return null;
    const lower = lowerOf(code);
    target[at] = lower;
    hash = hashedOn(hash, lower);
  }
  return hash;
}
