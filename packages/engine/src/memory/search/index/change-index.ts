import { addToAgeOrder } from './age-order.ts';
import { clearTerms, countOriginAndDate, countTerm, countText, FIELD_SHIFT } from './document-terms.ts';
import { addRow, killRow } from './document-table.ts';
import type { SearchDocument } from '../search-document.ts';
import type { IndexState } from './index-state.ts';
import { addPath, addPathDocument } from './path-map.ts';
import { normalizePath } from '../../../base/normalize-path.ts';
import { pathTokens } from '../text/tokenize.ts';
import { appendEntry } from './posting-lists.ts';
import { linkIntoSession, unlinkFromSession } from '../query/session-chain.ts';
import { termNumber } from './term-dictionary.ts';
import { enterTalkDoc, leaveTalkDoc } from '../query/talk-share.ts';

/** A commit that touches more files than this is a sweep; the rest of its paths say nothing about it. */
const MOST_PATHS = 256;

/** Adds a document, or replaces the one with its id. */
export function putDocument(state: IndexState, document: SearchDocument): void {
  removeDocument(state, document.id);
  addDocument(state, document);
}

/** Adds a document whose id is not there. */
export function addDocument(state: IndexState, document: SearchDocument): void {
  const { counts, dictionary, documents } = state;
  clearTerms(counts);
  const textLength = countText(counts, dictionary, document.text);
  const paths = pathNumbers(state, document.paths);
  const pathLength = countPaths(state, paths);
  countOriginAndDate(counts, dictionary, document);
  const docId = addRow(documents, document, { counts, paths, textLength, pathLength });
  addPostings(state, docId);
  for (const path of paths) addPathDocument(state.paths, path, docId);
  addTotals(state, docId, 1);
  linkIntoSession(documents, state.neighbours, docId);
  addToAgeOrder(state.ages, documents, docId);
  enterTalkDoc(state, docId);
}

/** Adds the postings of the docId that was given out last, whose terms are in hand. */
function addPostings({ postings, dictionary, counts }: IndexState, docId: number): void {
  const { terms, count, packed } = counts;
  for (let at = 0; at < count; at++) {
    const term = terms[at]!;
    appendEntry(postings, term, docId, packed[term]!);
    dictionary.documents[term] = dictionary.documents[term]! + 1;
  }
}

/** Removes a document. Returns false when there is none with this id. */
export function removeDocument(state: IndexState, id: string): boolean {
  const { documents, dictionary, paths } = state;
  const docId = documents.docIds.get(id);
  if (docId === undefined) return false;
  for (let at = documents.termStart[docId]!; at < documents.termStart[docId + 1]!; at++) {
    const term = documents.terms[at]!;
    dictionary.documents[term] = dictionary.documents[term]! - 1;
  }
  for (let at = documents.pathStart[docId]!; at < documents.pathStart[docId + 1]!; at++) {
    const path = documents.paths[at]!;
    paths.documents[path] = paths.documents[path]! - 1;
  }
  unlinkFromSession(documents, state.neighbours, docId);
  addTotals(state, docId, -1);
  leaveTalkDoc(state, docId);
  killRow(documents, docId);
  state.ages.hasGaps = true;
  return true;
}

/** The numbers of a document's paths, each once. A path that was seen before costs one look-up. */
function pathNumbers(state: IndexState, paths: readonly string[]): number[] {
  const numbers: number[] = [];
  for (const spelled of paths.slice(0, MOST_PATHS)) {
    const number = state.paths.numbers.get(spelled) ?? numberOf(state, normalizePath(spelled));
    if (number >= 0 && !numbers.includes(number)) numbers.push(number);
  }
  return numbers;
}

/** The number of a normalised path, given out on first sight; -1 for none. */
function numberOf({ paths, dictionary }: IndexState, path: string): number {
  if (path === '') return -1;
  const known = paths.numbers.get(path);
  if (known !== undefined) return known;
  const terms = pathTokens(path).map((token) => termNumber(dictionary, token));
  return addPath(paths, path, terms);
}

/** Counts the words of the paths. Returns how many there are, repeats included. */
function countPaths({ counts, paths }: IndexState, numbers: readonly number[]): number {
  let tokens = 0;
  for (const path of numbers) {
    const end = paths.termStart[path + 1]!;
    for (let at = paths.termStart[path]!; at < end; at++) countTerm(counts, paths.terms[at]!, FIELD_SHIFT.path);
    tokens += end - paths.termStart[path]!;
  }
  return tokens;
}

function addTotals(state: IndexState, docId: number, sign: 1 | -1): void {
  state.totals.text += sign * state.documents.textLength[docId]!;
  state.totals.path += sign * state.documents.pathLength[docId]!;
}
