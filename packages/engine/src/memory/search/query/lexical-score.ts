import { CONVERSATIONAL } from '../index/document-table.ts';
import { fieldNorm, neighbour1Norm, neighbour2Norm, ownFrequency, type FieldAverages } from '../index/field-norms.ts';
import type { IndexState } from '../index/index-state.ts';
import type { QueryTerm } from './query-terms.ts';
import { addFrequency, addRaw, beginMatches, takeMatches, WINDOW, type Scratch } from '../index/scratch.ts';
import { twoAway } from './session-chain.ts';
import { dataOf, secondOf } from '../index/posting-lists.ts';

/** A query term with what it is worth. */
export interface ScoredTerm extends QueryTerm {
  /** weight × idf × (k1 + 1): what the term adds at full saturation. */
  readonly gain: number;
}

/** True ends the query. Asked between stretches of postings. */
export type IsCancelled = () => boolean;

/** What scoring reads and writes. */
export interface ScoringRun {
  readonly state: IndexState;
  readonly averages: FieldAverages;
  readonly scratch: Scratch;
  readonly isCancelled: IsCancelled;
}

/** Postings between two looks at the cancel flag: some 30 microseconds. */
const STRETCH = 4096;

/**
 * Finds every living document that holds one of the terms, or whose neighbours do, and leaves it with its raw score in the scratch's
 * matches. Returns false when cancelled.
 */
export function scanTerms(run: ScoringRun, terms: readonly ScoredTerm[]): boolean {
  beginMatches(run.scratch);
  return run.state.documents.conversational > 0 ? scanDialogues(run, terms) : scanWindows(run, terms);
}

function scanWindows(run: ScoringRun, terms: readonly ScoredTerm[]): boolean {
  const { documents } = run.state;
  const next = terms.map(() => 0);
  for (let base = 0; base < documents.count; base += WINDOW) {
    for (const [at, term] of terms.entries()) {
      if (run.isCancelled()) return false;
      next[at] = addContributions(run, term, next[at]!, base, WINDOW);
    }
    takeMatches(run.scratch, base);
  }
  return true;
}

/** A document's neighbours may be in any window, so all are in hand. */
function scanDialogues(run: ScoringRun, terms: readonly ScoredTerm[]): boolean {
  for (const term of terms) {
    const count = run.state.postings.count[term.number]!;
    for (let from = 0; from < count; from += STRETCH) {
      if (run.isCancelled()) return false;
      spreadFrequencies(run, term, from, Math.min(count, from + STRETCH));
    }
    saturateFrequencies(run, term);
  }
  takeMatches(run.scratch, 0);
  return true;
}

/**
 * The short way, for scopes without dialogues: each document is scored by its own posting, from the one at `from` in the term's list to
 * the last of the `docIds` from `base` on. Answers where it stopped. This loop is where most of a query's time goes, hence the local names: with
 * them it takes a third less than through the objects.
 */
function addContributions(
  { state, averages, scratch }: ScoringRun,
  term: ScoredTerm,
  from: number,
  base: number,
  docIds: number,
): number {
  const data = dataOf(state.postings, term.number);
  const end = 2 * state.postings.count[term.number]!;
  const { flags, textLength } = state.documents;
  const hasDead = state.documents.live < state.documents.count;
  const { raw, touched } = scratch;
  const { text } = averages;
  const { fields, k1 } = state.settings;
  const { gain } = term;
  const endDoc = base + docIds;
  let touchedCount = scratch.touchedCount;
  let at = 2 * from;
  for (; at < end; at += 2) {
    const docId = data[at]!;
    if (docId >= endDoc) break;
    if (hasDead && flags[docId] === 0) continue;
    const packed = data[at + 1]!;
    // Most postings are of the text alone.
    const frequency =
      packed <= 0xff
        ? fieldNorm(fields.text, textLength[docId]!, text) * packed
        : ownFrequency(averages, state, docId, packed);
    const before = raw[docId - base]!;
    if (before === 0) touched[touchedCount++] = docId - base;
    raw[docId - base] = before + (gain * frequency) / (k1 + frequency);
  }
  scratch.touchedCount = touchedCount;
  return at / 2;
}

/**
 * A dialogue's document also has what its neighbours say. Neighbour postings are not stored (they would be five times
 * as many, and a remove would have to undo them): each posting is spread over the four neighbours instead.
 */
function spreadFrequencies({ state, averages, scratch }: ScoringRun, term: ScoredTerm, from: number, to: number): void {
  const data = dataOf(state.postings, term.number);
  const { flags } = state.documents;
  for (let at = 2 * from; at < 2 * to; at += 2) {
    const docId = data[at]!;
    if (flags[docId] === 0) continue;
    addFrequency(scratch, docId, ownFrequency(averages, state, docId, data[at + 1]!));
    const occurrences = data[at + 1]! & 0xff;
    if (occurrences > 0 && (flags[docId]! & CONVERSATIONAL) !== 0)
      spreadToNeighbours({ state, averages, scratch }, docId, occurrences);
  }
}

function spreadToNeighbours(
  { state, averages, scratch }: Pick<ScoringRun, 'state' | 'averages' | 'scratch'>,
  docId: number,
  occurrences: number,
): void {
  const { previous, next } = state.documents;
  for (const links of [previous, next]) {
    const one = links[docId]!;
    if (one < 0) continue;
    const weight1 = neighbour1Norm(averages, state, one);
    if (weight1 > 0) addFrequency(scratch, one, weight1 * occurrences);
    const two = links[one]!;
    if (two < 0) continue;
    const weight2 = neighbour2Norm(averages, state, two);
    if (weight2 > 0) addFrequency(scratch, two, weight2 * occurrences);
  }
}

function saturateFrequencies({ state, scratch }: ScoringRun, term: ScoredTerm): void {
  const { k1 } = state.settings;
  const { frequency, frequencyDocs } = scratch;
  for (const docId of frequencyDocs) {
    const value = frequency[docId]!;
    frequency[docId] = 0;
    if (value > 0) addRaw(scratch, docId, (term.gain * value) / (k1 + value));
  }
  frequencyDocs.length = 0;
}

/** The pseudo-frequency of a term in one document, neighbours included. */
export function frequencyOf(run: ScoringRun, term: ScoredTerm, docId: number): number {
  const { state, averages } = run;
  const packed = packedOccurrences(state, term, docId);
  let frequency = packed === 0 ? 0 : ownFrequency(averages, state, docId, packed);
  if ((state.documents.flags[docId]! & CONVERSATIONAL) === 0) return frequency;
  const { one, two } = neighbourOccurrences(state, term, docId);
  if (one > 0) frequency += one * neighbour1Norm(averages, state, docId);
  if (two > 0) frequency += two * neighbour2Norm(averages, state, docId);
  return frequency;
}

/** The fields of a document in which a term occurs, with its pseudo-frequency in each. */
export function fieldFrequencies(run: ScoringRun, term: ScoredTerm, docId: number): [string, number][] {
  const { state, averages } = run;
  const packed = packedOccurrences(state, term, docId);
  const own: [string, number][] = ['text', 'path', 'speaker', 'date'].map((field, at) => [
    field,
    ownFrequency(averages, state, docId, (packed & (0xff << (8 * at))) >>> 0),
  ]);
  const { one, two } = neighbourOccurrences(state, term, docId);
  own.push(['neighbour1', one === 0 ? 0 : one * neighbour1Norm(averages, state, docId)]);
  own.push(['neighbour2', two === 0 ? 0 : two * neighbour2Norm(averages, state, docId)]);
  return own.filter(([, frequency]) => frequency > 0);
}

function neighbourOccurrences(state: IndexState, term: ScoredTerm, docId: number): { one: number; two: number } {
  const { previous, next } = state.documents;
  const before = previous[docId]!;
  const after = next[docId]!;
  return {
    one: textOccurrences(state, term, before) + textOccurrences(state, term, after),
    two: textOccurrences(state, term, twoAway(previous, before)) + textOccurrences(state, term, twoAway(next, after)),
  };
}

function textOccurrences(state: IndexState, term: ScoredTerm, docId: number): number {
  return docId < 0 ? 0 : packedOccurrences(state, term, docId) & 0xff;
}

function packedOccurrences(state: IndexState, term: ScoredTerm, docId: number): number {
  return secondOf(state.postings, term.number, docId);
}
