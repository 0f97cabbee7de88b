import { isUuid } from '../../../base/uuid.ts';
import { grown } from './column.ts';
import { dateTokens } from '../query/named-times.ts';
import type { SearchDocument } from '../search-document.ts';
import { termNumber, type TermDictionary } from './term-dictionary.ts';
import { tokenize } from '../text/tokenize.ts';

/** Occurrences of a term in one field are counted in 8 bits; the score has long stopped growing there. */
const MOST_OCCURRENCES = 255;

/** Where each field's count stands in the packed number. */
export const FIELD_SHIFT: {
  readonly text: number;
  readonly path: number;
  readonly origin: number;
  readonly date: number;
} = { text: 0, path: 8, origin: 16, date: 24 };

/** The terms of the document in hand. One for an index, reused. */
export interface DocumentTerms {
  /** Occurrences by term, four fields packed into one number each; all 0 between documents. */
  packed: Uint32Array;
  /** The terms that occur, by first sight: the first {@link DocumentTerms.count}. */
  terms: Uint32Array;
  count: number;
}

export function createDocumentTerms(): DocumentTerms {
  return { packed: new Uint32Array(0), terms: new Uint32Array(64), count: 0 };
}

/** Counts the words of the text. Returns how many there are, repeats included. */
export function countText(counts: DocumentTerms, dictionary: TermDictionary, text: string): number {
  return countTokens(counts, dictionary, tokenize(text), FIELD_SHIFT.text);
}

/** Counts who said it and in which project, and the day on which. */
export function countOriginAndDate(counts: DocumentTerms, dictionary: TermDictionary, document: SearchDocument): void {
  const { speaker = '', projectId, createdAt } = document;
  countTokens(counts, dictionary, originTokens(speaker, projectId), FIELD_SHIFT.origin);
  countTokens(counts, dictionary, dateTokens(createdAt), FIELD_SHIFT.date);
}

function countTokens(
  counts: DocumentTerms,
  dictionary: TermDictionary,
  tokens: readonly string[],
  shift: number,
): number {
  for (const token of tokens) countTerm(counts, termNumber(dictionary, token), shift);
  return tokens.length;
}

export function countTerm(counts: DocumentTerms, term: number, shift: number): void {
  if (term >= counts.packed.length) counts.packed = grown(counts.packed, term + 1, 6);
  const packed = counts.packed[term]!;
  if (packed === 0) addTerm(counts, term);
  if (((packed >>> shift) & 0xff) < MOST_OCCURRENCES) counts.packed[term] = packed + (1 << shift);
}

function addTerm(counts: DocumentTerms, term: number): void {
  if (counts.count === counts.terms.length) counts.terms = grown(counts.terms, counts.count + 1);
  counts.terms[counts.count++] = term;
}

/** Makes ready for the next document. */
export function clearTerms(counts: DocumentTerms): void {
  const { packed, terms, count } = counts;
  for (let at = 0; at < count; at++) packed[terms[at]!] = 0;
  counts.count = 0;
}

/**
 * Who said it and in which project, as words: "which database does the shop-api use?" asks for a project by name. In a
 * scope of one project every document has them, so they weigh nothing. Generated ids are nobody's words.
 */
function originTokens(speaker: string, projectId: string | null): string[] {
  const project = projectId === null || isUuid(projectId) ? '' : projectId;
  return tokenize(`${speaker} ${project}`);
}
