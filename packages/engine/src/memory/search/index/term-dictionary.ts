import { keepBest } from '../query/top-hits.ts';
import { CJK, characterClass } from '../text/tokenize.ts';
import { grown } from './column.ts';
import { addWord, createWordTable, findWord, hashOf, type Letters, type WordTable } from './word-table.ts';

/** Words shorter than this begin too many others to be worth completing. */
const SHORTEST_PREFIX = 4;

/** No character below it is Chinese, Japanese or Korean. */
const FIRST_CJK = 0x1100;

/** Every term of a scope, its number, and in how many documents it stands. */
export interface TermDictionary {
  /** An empty one stands for a term that is not kept. */
  readonly terms: WordTable<Uint16Array>;
  /** Living documents that hold the term themselves; exact after removes. */
  documents: Uint32Array;
  /** The first letters that terms share, each once. */
  readonly prefixes: WordTable<Uint16Array>;
  /** By prefix: the newest term that begins with it. */
  heads: Uint32Array;
  /** By term: the next older one with the same first letters; -1 ends the chain. */
  chain: Int32Array;
}

export function createTermDictionary(): TermDictionary {
  return {
    terms: createWordTable(new Uint16Array(0)),
    documents: new Uint32Array(0),
    prefixes: createWordTable(new Uint16Array(0)),
    heads: new Uint32Array(0),
    chain: new Int32Array(0),
  };
}

/** The number of a term that is in the dictionary; -1 = it is not. */
export function findTerm({ terms }: TermDictionary, term: string): number {
  const letters = lettersOf(term);
  return findWord(terms, letters, 0, term.length, hashOf(letters, 0, term.length));
}

/** The term's number, given out on first sight. */
export function termNumber(dictionary: TermDictionary, term: string): number {
  return termOfLetters(dictionary, lettersOf(term), term.length);
}

/** As {@link termNumber}, of the term that is the first `length` of some letters. */
export function termOfLetters(dictionary: TermDictionary, letters: Letters, length: number): number {
  const hash = hashOf(letters, 0, length);
  const known = findWord(dictionary.terms, letters, 0, length, hash);
  if (known >= 0) return known;
  const number = addWord(dictionary.terms, letters, 0, length, hash);
  reserveTerms(dictionary, number + 1);
  const prefix = prefixLength(letters, length);
  if (prefix > 0) dictionary.chain[number] = setHead(dictionary, letters, prefix, number);
  return number;
}

function reserveTerms(dictionary: TermDictionary, terms: number): void {
  dictionary.documents = grown(dictionary.documents, terms, 4);
  dictionary.chain = grown(dictionary.chain, terms, 5);
}

/** The term that has a number; empty when it is not kept. */
export function termAt({ terms }: TermDictionary, number: number): string {
  const end = terms.start[number + 1]!;
  let term = '';
  for (let at = terms.start[number]!; at < end; at++) term += String.fromCharCode(terms.letters[at]!);
  return term;
}

/**
 * The living terms that begin with `prefix`: in most documents first, then by spelling; at most `limit`. Of the terms with its first letters only
 * `most` are looked at, those that came last.
 */
export function termsWithPrefix(dictionary: TermDictionary, prefix: string, limit: number, most: number): number[] {
  const letters = lettersOf(prefix);
  const length = prefixLength(letters, prefix.length);
  const first = length === 0 ? -1 : findWord(dictionary.prefixes, letters, 0, length, hashOf(letters, 0, length));
  if (first < 0) return [];
  const { documents, chain } = dictionary;
  const found: number[] = [];
  const before = (left: number, right: number): boolean => comesBefore(dictionary, left, right);
  let term = dictionary.heads[first]!;
  for (let looked = 0; term >= 0 && looked < most; looked++, term = chain[term]!) {
    if (documents[term] === 0 || !beginsWith(dictionary, term, letters, prefix.length)) continue;
    keepBest(found, term, limit, before);
  }
  return found;
}

function beginsWith({ terms }: TermDictionary, term: number, letters: Letters, length: number): boolean {
  const start = terms.start[term]!;
  if (terms.start[term + 1]! - start < length) return false;
  // From the last letter on: the first ones are those of all.
  for (let at = length - 1; at >= 0; at--) if (terms.letters[start + at]! !== letters[at]) return false;
  return true;
}

function comesBefore({ terms, documents }: TermDictionary, left: number, right: number): boolean {
  if (documents[left] !== documents[right]) return documents[left]! > documents[right]!;
  const [from, other] = [terms.start[left]!, terms.start[right]!];
  const [length, otherLength] = [terms.start[left + 1]! - from, terms.start[right + 1]! - other];
  for (let at = 0; at < length && at < otherLength; at++) {
    const difference = terms.letters[from + at]! - terms.letters[other + at]!;
    if (difference !== 0) return difference < 0;
  }
  return length < otherLength;
}

/** Makes a term the newest with its first letters. Returns the one that was; -1 = none. */
function setHead(dictionary: TermDictionary, letters: Letters, length: number, term: number): number {
  const { prefixes } = dictionary;
  const hash = hashOf(letters, 0, length);
  const known = findWord(prefixes, letters, 0, length, hash);
  const prefix = known < 0 ? addWord(prefixes, letters, 0, length, hash) : known;
  if (prefix >= dictionary.heads.length) dictionary.heads = grown(dictionary.heads, prefix + 1);
  const former = known < 0 ? -1 : dictionary.heads[prefix]!;
  dictionary.heads[prefix] = term;
  return former;
}

/** How many letters a word is completed from; 0 = it is not. A lone CJK character completes to the pairs that begin with it; other words need four. */
function prefixLength(letters: Letters, length: number): number {
  if (length > 0 && letters[0]! >= FIRST_CJK) {
    const first = String.fromCharCode(...letters.subarray(0, Math.min(length, 2))).codePointAt(0)!;
    if (characterClass(first) === CJK) return first > 0xffff ? 2 : 1;
  }
  return length >= SHORTEST_PREFIX ? SHORTEST_PREFIX : 0;
}

let scratch = new Uint16Array(64);

/** The letters of a text, until the next call; what follows them is of another text. */
function lettersOf(text: string): Uint16Array {
  if (text.length > scratch.length) scratch = grown(scratch, text.length);
  for (let at = 0; at < text.length; at++) scratch[at] = text.charCodeAt(at);
  return scratch;
}
