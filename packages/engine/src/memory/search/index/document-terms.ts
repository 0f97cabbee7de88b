import { isUuid } from '../../../base/uuid.ts';
import { grown } from './column.ts';
import { dateTokens } from '../query/named-times.ts';
import type { SearchDocument } from '../search-document.ts';
import { createRunScanner, type RunScanner, scanRuns } from '../query/scan-runs.ts';
import { termNumber, type TermDictionary } from './term-dictionary.ts';
import { tokenize } from '../text/tokenize.ts';

/** Occurrences of a term in one field are counted in 8 bits; the score has long stopped growing there. */
const MOST_OCCURRENCES = 255;

/** Terms of so many days, speakers and projects are kept: 1,024 of each are less than 0.2 MB. */
const MOST_REMEMBERED = 1024;

const DAY_MS = 86_400_000;

/** Where each field's count stands in the packed number. */
export const FIELD_SHIFT: {
  readonly text: number;
  readonly path: number;
  readonly origin: number;
  readonly date: number;
} = { text: 0, path: 8, origin: 16, date: 24 };

/** The terms of the document in hand. One for an index, reused: counting a document allocates next to nothing. */
export interface DocumentTerms {
  /** Occurrences by term, four fields packed into one number each; all 0 between documents. */
  packed: Uint32Array;
  /** The terms that occur, by first sight: the first {@link DocumentTerms.count}. */
  terms: Uint32Array;
  count: number;
  readonly scanner: RunScanner;
  readonly days: Map<number, readonly number[]>;
  readonly origins: Map<string, readonly number[]>;
  /** That of the document before: as a rule this one's too. */
  origin: OriginTerms;
}

interface OriginTerms {
  readonly speaker: string;
  readonly projectId: string | null;
  readonly terms: readonly number[];
}

export function createDocumentTerms(dictionary: TermDictionary): DocumentTerms {
  const scanner = createRunScanner(dictionary);
  const origin: OriginTerms = { speaker: '', projectId: null, terms: [] };
  return {
    packed: new Uint32Array(0),
    terms: new Uint32Array(64),
    count: 0,
    scanner,
    days: new Map(),
    origins: new Map(),
    origin,
  };
}

/** Counts the words of the text. Returns how many there are, repeats included. */
export function countText(counts: DocumentTerms, dictionary: TermDictionary, text: string): number {
  const { scanner } = counts;
  if (scanRuns(scanner, text)) {
    for (let at = 0; at < scanner.count; at++) countTerm(counts, scanner.terms[at]!, FIELD_SHIFT.text);
    return scanner.count;
  }
  const tokens = tokenize(text);
  for (const token of tokens) countTerm(counts, termNumber(dictionary, token), FIELD_SHIFT.text);
  return tokens.length;
}

/** Counts who said it and in which project, and the day on which. */
export function countOriginAndDate(counts: DocumentTerms, dictionary: TermDictionary, document: SearchDocument): void {
  const { speaker = '', projectId, createdAt } = document;
  const numbers = (tokens: readonly string[]): number[] => tokens.map((token) => termNumber(dictionary, token));
  if (speaker !== counts.origin.speaker || projectId !== counts.origin.projectId) {
    const terms = remembered(counts.origins, JSON.stringify([speaker, projectId]), () =>
      numbers(originTokens(speaker, projectId)),
    );
    counts.origin = { speaker, projectId, terms };
  }
  for (const term of counts.origin.terms) countTerm(counts, term, FIELD_SHIFT.origin);
  const day = remembered(counts.days, Math.floor(createdAt / DAY_MS), () => numbers(dateTokens(createdAt)));
  for (const term of day) countTerm(counts, term, FIELD_SHIFT.date);
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

function remembered<K>(known: Map<K, readonly number[]>, key: K, find: () => readonly number[]): readonly number[] {
  const found = known.get(key);
  if (found) return found;
  if (known.size >= MOST_REMEMBERED) known.clear();
  const terms = find();
  known.set(key, terms);
  return terms;
}
