import { isUuid } from '../../base/uuid.ts';
import { addToAgeOrder, remapAgeOrder, removeFromAgeOrder, settleAgeOrder } from './age-order.ts';
import { dateTokens } from './date-tokens.ts';
import { addRow, compactRows, killRow } from './document-table.ts';
import { raisePeak } from './frequency-peaks.ts';
import type { IndexState } from './index-state.ts';
import { addPathDocument, pathNumber, remapPathSlots, removePathDocument } from './path-map.ts';
import { normalizePath, pathTokens } from './path-tokens.ts';
import type { SearchDocument } from './search-document.ts';
import { linkIntoSession, unlinkFromSession } from './session-chain.ts';
import { appendEntry, remapped } from './slab-store.ts';
import { termNumber } from './term-dictionary.ts';
import { tokenize } from './tokenize.ts';

/** A commit that touches more files than this is a sweep; the rest of its paths say nothing about it. */
const MOST_PATHS = 256;

/** Occurrences of a term in one field are counted in 8 bits; the score has long stopped growing there. */
const MOST_OCCURRENCES = 255;

/** Dead rows are closed up when they are more than a quarter of all, and more than a handful. */
const FEWEST_DEAD_TO_COMPACT = 1024;

/** Adds a document, or replaces the one with its id. */
export function putDocument(state: IndexState, document: SearchDocument): void {
  removeDocument(state, document.id);
  const paths = [...new Set(document.paths.slice(0, MOST_PATHS).map(normalizePath))].filter((path) => path !== '');
  const text = tokenize(document.text);
  const path = paths.flatMap(pathTokens);
  const occurrences = countOccurrences(state, [text, path, originTokens(document), dateTokens(document.createdAt)]);
  const pathNumbers = paths.map((each) => pathNumber(state.paths, each));
  const slot = addRow(state.documents, document, {
    terms: [...occurrences.keys()],
    paths: pathNumbers,
    textLength: text.length,
    pathLength: path.length,
  });
  for (const [term, packed] of occurrences) addPosting(state, term, slot, packed);
  for (const each of pathNumbers) addPathDocument(state.paths, each, slot);
  addTotals(state, slot, 1);
  state.longest.text = Math.max(state.longest.text, state.documents.textLength[slot]!);
  state.longest.path = Math.max(state.longest.path, state.documents.pathLength[slot]!);
  linkIntoSession(state.documents, state.neighbours, slot);
  addToAgeOrder(state.ages, state.documents, slot);
  state.version++;
}

/** Removes a document. Returns false when there is none with this id. */
export function removeDocument(state: IndexState, id: string): boolean {
  const { documents, dictionary, paths } = state;
  const slot = documents.slots.get(id);
  if (slot === undefined) return false;
  for (let at = documents.termStart[slot]!; at < documents.termStart[slot + 1]!; at++) {
    const term = documents.terms[at]!;
    dictionary.documents[term] = dictionary.documents[term]! - 1;
  }
  for (let at = documents.pathStart[slot]!; at < documents.pathStart[slot + 1]!; at++) {
    removePathDocument(paths, documents.paths[at]!);
  }
  unlinkFromSession(documents, state.neighbours, slot);
  addTotals(state, slot, -1);
  killRow(documents, slot);
  removeFromAgeOrder(state.ages);
  state.version++;
  const dead = documents.count - documents.live;
  if (dead > FEWEST_DEAD_TO_COMPACT && dead * 4 > documents.count) compact(state);
  return true;
}

/**
 * Who said it and in which project, as words: "which database does the shop-api use?" asks for a project by name. In a
 * scope of one project every document has them, so they weigh nothing. Generated ids are nobody's words.
 */
function originTokens({ speaker, projectId }: SearchDocument): string[] {
  const project = projectId === null || isUuid(projectId) ? '' : projectId;
  return tokenize(`${speaker ?? ''} ${project}`);
}

/** Occurrences by term, the four fields packed into one number. */
function countOccurrences(state: IndexState, fields: readonly (readonly string[])[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [field, tokens] of fields.entries()) {
    const shift = field * 8;
    for (const token of tokens) {
      const term = termNumber(state.dictionary, token);
      const packed = counts.get(term) ?? 0;
      if (((packed >>> shift) & 0xff) < MOST_OCCURRENCES) counts.set(term, (packed + 2 ** shift) >>> 0);
    }
  }
  return counts;
}

function addPosting(state: IndexState, term: number, slot: number, packed: number): void {
  appendEntry(state.postings, term, slot, packed);
  state.dictionary.documents[term] = state.dictionary.documents[term]! + 1;
  raisePeak(state, term, slot, packed);
}

function addTotals(state: IndexState, slot: number, sign: 1 | -1): void {
  state.totals.text += sign * state.documents.textLength[slot]!;
  state.totals.path += sign * state.documents.pathLength[slot]!;
}

/** Gives the living rows new slots without gaps. About 0.1 s at 100,000 documents, once in 25,000 removes. */
function compact(state: IndexState): void {
  settleAgeOrder(state.ages, state.documents);
  const map = compactRows(state.documents);
  state.postings = remapped(state.postings, map);
  remapPathSlots(state.paths, map);
  remapAgeOrder(state.ages, map);
}
