import { grown } from './column.ts';
import { addWord, createWordTable, findWord, hashOf, type Letters, type WordTable } from './word-table.ts';

/** Every term of a scope, its number, and in how many documents it stands. */
export interface TermDictionary {
  readonly terms: WordTable<Uint16Array>;
  /** Living documents that hold the term themselves; exact after removes. */
  documents: Uint32Array;
}

export function createTermDictionary(): TermDictionary {
  return { terms: createWordTable(new Uint16Array(0)), documents: new Uint32Array(0) };
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
  dictionary.documents = grown(dictionary.documents, number + 1, 4);
  return number;
}

let scratch = new Uint16Array(64);

/** The letters of a text, until the next call; what follows them is of another text. */
function lettersOf(text: string): Uint16Array {
  if (text.length > scratch.length) scratch = grown(scratch, text.length);
  for (let at = 0; at < text.length; at++) scratch[at] = text.charCodeAt(at);
  return scratch;
}
