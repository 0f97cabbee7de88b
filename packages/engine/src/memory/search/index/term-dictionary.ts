import { keepBest } from '../query/top-hits.ts';
import { CJK, characterClass } from '../text/tokenize.ts';
import { grown } from './column.ts';
import { addWord, createWordTable, findWord, wordAt, type WordTable } from './word-table.ts';

/** Words shorter than this begin too many others to be worth completing. */
const SHORTEST_PREFIX = 4;

/** Every term of a scope, its number, and in how many documents it stands. */
export interface TermDictionary {
  readonly terms: WordTable;
  /** Living documents that hold the term themselves; exact after removes. */
  documents: Uint32Array;
  /** By the first letters that terms share: the newest term that begins with them. */
  readonly heads: Map<string, number>;
  /** By term: the next older one with the same first letters; -1 ends the chain. */
  chain: Int32Array;
}

export function createTermDictionary(): TermDictionary {
  return { terms: createWordTable(), documents: new Uint32Array(0), heads: new Map(), chain: new Int32Array(0) };
}

/** The term's number, given out on first sight. */
export function termNumber(dictionary: TermDictionary, term: string): number {
  const known = findWord(dictionary.terms, term);
  if (known >= 0) return known;
  const number = addWord(dictionary.terms, term);
  dictionary.documents = grown(dictionary.documents, number + 1, 4);
  dictionary.chain = grown(dictionary.chain, number + 1, 5);
  const prefix = prefixOf(term);
  if (prefix === '') return number;
  dictionary.chain[number] = dictionary.heads.get(prefix) ?? -1;
  dictionary.heads.set(prefix, number);
  return number;
}

/** The term that has a number. */
export function termAt({ terms }: TermDictionary, number: number): string {
  return wordAt(terms, number);
}

/**
 * The living terms that begin with `prefix`: in most documents first, then by spelling; at most `limit`. Of the terms with its first letters only
 * `most` are looked at, those that came last.
 */
export function termsWithPrefix(dictionary: TermDictionary, prefix: string, limit: number, most: number): number[] {
  const { documents, chain, heads } = dictionary;
  const found: number[] = [];
  const before = (left: number, right: number): boolean =>
    documents[left] === documents[right]
      ? termAt(dictionary, left) < termAt(dictionary, right)
      : documents[left]! > documents[right]!;
  let term = heads.get(prefixOf(prefix)) ?? -1;
  for (let looked = 0; term >= 0 && looked < most; looked++, term = chain[term]!) {
    if (documents[term] === 0 || !beginsWith(dictionary, term, prefix)) continue;
    keepBest(found, term, limit, before);
  }
  return found;
}

function beginsWith({ terms: { start, letters } }: TermDictionary, term: number, prefix: string): boolean {
  const first = start[term]!;
  if (start[term + 1]! - first < prefix.length) return false;
  // From the last letter on: the first ones are those of all.
  for (let at = prefix.length - 1; at >= 0; at--) if (letters[first + at] !== prefix.charCodeAt(at)) return false;
  return true;
}

/** What a word is completed from; '' = it is not. A lone CJK character completes to the pairs that begin with it; other words need four letters. */
function prefixOf(word: string): string {
  const first = word.codePointAt(0) ?? 0;
  if (characterClass(first) === CJK) return String.fromCodePoint(first);
  return word.length >= SHORTEST_PREFIX ? word.slice(0, SHORTEST_PREFIX) : '';
}
