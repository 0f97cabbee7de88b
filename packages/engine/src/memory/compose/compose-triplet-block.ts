import type { TokenEstimator } from '../../base/text/estimate-tokens.ts';
import { fitLinesToBudget, type FittedLines } from './fit-lines-to-budget.ts';
import { sanitizeExcerpt } from './lines/sanitize-excerpt.ts';

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

/** The parts of a triplet that a block shows. */
export interface ComposableTriplet {
  readonly sourceEntity: string;
  readonly relationship: string;
  readonly targetEntity: string;
}

/** Names are identifiers: 120 characters is three times the longest in use, and three names still make one line. */
const NAME_MAX_CHARACTERS = 120;

/**
 * One triplet as a block's line: `- Source → relationship → Target`. null when one of the names has no visible text. An arrow inside a
 * name becomes a look-alike, so that a name cannot pose as an edge. Source: seed "Graph Context Injection".
 */
export function renderTripletLine({ sourceEntity, relationship, targetEntity }: ComposableTriplet): string | null {
  const names = [sourceEntity, relationship, targetEntity].map((name) =>
    sanitizeExcerpt(name, NAME_MAX_CHARACTERS).replaceAll('→', '⇢'),
  );
  return names.includes('') ? null : `- ${names.join(' → ')}`;
}

/** An item of a block with the line that shows it. */
export interface Entry<T> {
  readonly item: T;
  readonly line: string;
}

/** The items that have a line. */
export function entriesOf<T>(items: readonly T[], render: (item: T) => string | null): Entry<T>[] {
  const entries: Entry<T>[] = [];
  for (const item of items) {
    const line = render(item);
    if (line !== null) entries.push({ item, line });
  }
  return entries;
}

/** A section below other text: '' without an entry, because a heading never stands alone. */
export function section(heading: string, entries: readonly Entry<unknown>[]): string {
  return entries.length === 0 ? '' : `\n\n${headed(heading, entries)}`;
}

/** The heading with its lines. */
export function headed(heading: string, entries: readonly Entry<unknown>[]): string {
  let text = heading;
  for (const { line } of entries) text += `\n${line}`;
  return text;
}
