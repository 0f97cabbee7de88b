import type { TokenEstimator } from '../../base/estimate-tokens.ts';
import { fitLinesToBudget, type FittedLines } from './fit-lines-to-budget.ts';
import { renderTripletLine, type ComposableTriplet } from './render-triplet-line.ts';
import { entriesOf, headed, type Entry } from './section.ts';

/** Heading of the section with the triplets. Source: seed "Graph Context Injection". */
export const TRIPLETS_HEADING = '## Knowledge Graph Triplets';

/** A block of triplets alone. */
export interface TripletBlock<T extends ComposableTriplet> {
  /** Markdown; '' when nothing fits. */
  readonly block: string;
  /** Estimated tokens, at most the budget. */
  readonly actualTokens: number;
  /** The triplets in the block, in its order. */
  readonly included: readonly T[];
}

/**
 * Renders triplets, most important first, into a block that never exceeds its budget. One that would exceed it is skipped, and so is one
 * with a name that has no visible text. Fails as the estimator does. Source: seed "Graph Context Injection", block format.
 */
export function composeTripletBlock<T extends ComposableTriplet>(
  triplets: readonly T[],
  budgetTokens: number,
  estimateTokens: TokenEstimator,
): TripletBlock<T> {
  const { text, tokens, kept } = fitTriplets(entriesOf(triplets, renderTripletLine), budgetTokens, estimateTokens);
  return { block: text, actualTokens: tokens, included: kept.map(({ item }) => item) };
}

/** The entries that fit as a section by themselves. */
export function fitTriplets<T>(
  entries: readonly Entry<T>[],
  budgetTokens: number,
  estimateTokens: TokenEstimator,
): FittedLines<Entry<T>> {
  return fitLinesToBudget(entries, budgetTokens, estimateTokens, (kept) => headed(TRIPLETS_HEADING, kept));
}
