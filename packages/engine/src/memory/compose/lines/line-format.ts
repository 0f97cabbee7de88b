import { characterTokens, estimateTokens, type TokenEstimator } from '../../../base/text/estimate-tokens.ts';

/**
 * How a block shows an observation. `compact`: short id, date, commit or file, what and why. `classic`: the seed's line,
 * `- [<id>] <excerpt> (weight: <weight>)`, below the seed's heading.
 */
export type LineFormat = 'compact' | 'classic';

/** The default. Contract 5. */
export const DEFAULT_LINE_FORMAT: LineFormat = 'compact';

/** What goes with a format: the seed counts characters / 4, the compact line an estimate that real tokenizers stay below. */
export function estimatorFor(format: LineFormat = DEFAULT_LINE_FORMAT): TokenEstimator {
  return format === 'classic' ? characterTokens : estimateTokens;
}

/** True for a format's name. */
export function isLineFormat(value: unknown): value is LineFormat {
  return value === 'compact' || value === 'classic';
}

/** What the sentences of a block are chosen by. `npm run bench talks` sets each to 0, which switches it off, and shows what it is worth. */
export const LINE_WEIGHTS = {
  // How far a sentence that says what another says already counts less, 0 to 1; one with less of its own than a quarter of this repeats.
  variety: 0.8,
  // Of a long statement: what shares words with the question. A report tells symptoms, so `cue` counts too.
  question: 3,
  // Of a long statement: each kind of words that rules are made of.
  cue: 1,
  // Of a long statement: any sentence. What comes first mostly says what it is about.
  any: 1,
};
