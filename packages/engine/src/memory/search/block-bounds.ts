import type { ScoredTerm, ScoringRun } from './lexical-score.ts';
import { beginPartials } from './partial-scores.ts';
import { addPartials, takePartials } from './score-partials.ts';
import { dropRaws } from './scratch.ts';
import { peaksOf, type TermPeaks } from './term-peaks.ts';

/** A term with a long list, and what is known of it by block. */
export interface KeptTerm {
  readonly term: ScoredTerm;
  readonly peaks: TermPeaks;
}

/** Sums in another order differ in the sixteenth digit. */
const ROUNDING = 1 + 1e-12;

/** The terms whose postings are not read before bounds on them are known: the last ones, which have the longest lists. */
export function keptTerms({ state, peaks }: ScoringRun, terms: readonly ScoredTerm[]): KeptTerm[] {
  const kept: KeptTerm[] = [];
  for (let at = terms.length - 1; at >= 0; at--) {
    const term = terms[at]!;
    const known = peaksOf(peaks, state, term.number);
    if (known === null) break;
    kept.unshift({ term, peaks: known });
  }
  return kept;
}

/** Fills in, for each block, the most that one document in it can have of all terms. Reads the terms that are not kept. */
export function boundBlocks(
  run: ScoringRun,
  read: readonly ScoredTerm[],
  kept: readonly KeptTerm[],
  blocks: number,
): void {
  const { bounds, partials } = run.scratch;
  const { count } = run.state.postings;
  const postings = read.reduce((sum, { number }) => sum + count[number]!, 0);
  bounds.fill(0, 0, blocks);
  for (const each of kept) addKept(run, each, bounds);
  beginPartials(partials, blocks, postings);
  for (const term of read.toReversed()) addPartials(run, term);
  for (let block = 0; block < blocks; block++) {
    if (partials.head[block] === 0) continue;
    takePartials(run, block);
    bounds[block] = (bounds[block]! + run.scratch.highest) * ROUNDING;
    dropRaws(run.scratch);
  }
}

function addKept({ peaks: { today } }: ScoringRun, { term: { gain }, peaks }: KeptTerm, bounds: Float64Array): void {
  const { shares, blocks } = peaks;
  for (let block = 0; block < blocks; block++) bounds[block] = bounds[block]! + gain * today[shares[block]!]!;
}

/** The most that the term gives to one document of a block. */
export function boundInBlock({ peaks: { today } }: ScoringRun, { term, peaks }: KeptTerm, block: number): number {
  return block < peaks.blocks ? term.gain * today[peaks.shares[block]!]! : 0;
}
