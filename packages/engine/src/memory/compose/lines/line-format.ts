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

/** What the sentences of a block are chosen by. 0 switches a part off. */
export interface LineWeights {
  /** How far a sentence that says what another says already counts less, 0 to 1; one with less of its own than a quarter of this repeats. */
  readonly variety: number;
  /** Of a long statement: what shares words with the question. A report tells symptoms, so `cue` counts too. */
  readonly question: number;
  /** Of a long statement: each kind of words that rules are made of. */
  readonly cue: number;
  /** Of a long statement: any sentence. What comes first mostly says what it is about. */
  readonly any: number;
}

/** The measured defaults; `npm run bench talks` shows what each is worth. */
export const LINE_WEIGHTS: LineWeights = Object.freeze({ variety: 0.8, question: 3, cue: 1, any: 1 });
