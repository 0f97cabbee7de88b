import { CJK, characterClass } from './character-class.ts';
import { grown } from './column.ts';
import { ownText } from './own-text.ts';

/** Words shorter than this begin too many others to be worth completing. */
const SHORTEST_PREFIX = 4;

/** Every term of a scope, its number, and in how many documents it stands. */
export interface TermDictionary {
  readonly numbers: Map<string, number>;
  readonly terms: string[];
  /** Living documents that hold the term themselves; exact after removes. */
  documents: Uint32Array;
  /** An upper bound of the term's pseudo-frequency in any one document, at the reference lengths. */
  peak: Float32Array;
  /** Terms with the same first letters, as a chain: newest first, -1 ends it. */
  readonly chainHeads: Map<string, number>;
  chain: Int32Array;
}

export function createTermDictionary(): TermDictionary {
  return {
    numbers: new Map(),
    terms: [],
    documents: new Uint32Array(0),
    peak: new Float32Array(0),
    chainHeads: new Map(),
    chain: new Int32Array(0),
  };
}

/** The term's number, given out on first sight. */
export function termNumber(dictionary: TermDictionary, term: string): number {
  const known = dictionary.numbers.get(term);
  if (known !== undefined) return known;
  const number = appendTerm(dictionary, ownText(term));
  const own = dictionary.terms[number]!;
  dictionary.documents = grown(dictionary.documents, number + 1);
  dictionary.peak = grown(dictionary.peak, number + 1);
  dictionary.chain = grown(dictionary.chain, number + 1);
  const key = prefixKey(own);
  if (key !== null) {
    dictionary.chain[number] = dictionary.chainHeads.get(key) ?? -1;
    dictionary.chainHeads.set(key, number);
  }
  return number;
}

/** Gives the next number to a term, whose columns the caller fills; an empty one stands for a term that is not kept. */
export function appendTerm(dictionary: TermDictionary, own: string): number {
  const number = dictionary.terms.length;
  dictionary.terms.push(own);
  if (own !== '') dictionary.numbers.set(own, number);
  return number;
}

/** Finds each chain's first letters again: `heads` are the terms that the chains begin with. */
export function restoreChains(dictionary: TermDictionary, heads: Iterable<number>): void {
  for (const head of heads) {
    let kept = head;
    while (kept >= 0 && dictionary.terms[kept] === '') kept = dictionary.chain[kept]!;
    const key = kept < 0 ? null : prefixKey(dictionary.terms[kept]!);
    if (key !== null) dictionary.chainHeads.set(key, kept);
  }
}

/** The living terms that begin with `prefix`: in most documents first, then by spelling; at most `limit`. */
export function termsWithPrefix(dictionary: TermDictionary, prefix: string, limit: number): number[] {
  const key = prefixKey(prefix);
  if (key === null) return [];
  const { terms, documents, chain } = dictionary;
  const found: number[] = [];
  for (let term = dictionary.chainHeads.get(key) ?? -1; term >= 0; term = chain[term]!) {
    if (documents[term]! > 0 && terms[term]!.startsWith(prefix)) found.push(term);
  }
  found.sort((a, b) => documents[b]! - documents[a]! || (terms[a]! < terms[b]! ? -1 : 1));
  return found.slice(0, limit);
}

/** A lone CJK character completes to the pairs that begin with it; other words need four letters. */
function prefixKey(term: string): string | null {
  const first = term.codePointAt(0) ?? 0;
  if (characterClass(first) === CJK) return String.fromCodePoint(first);
  return term.length >= SHORTEST_PREFIX ? term.slice(0, SHORTEST_PREFIX) : null;
}

/** Estimated: 2 map entries and 2 strings for each term, beside the columns. */
export function dictionaryBytes(dictionary: TermDictionary): number {
  const perTerm = 80;
  const columns = dictionary.documents.byteLength + dictionary.peak.byteLength + dictionary.chain.byteLength;
  return dictionary.terms.length * perTerm + columns;
}
