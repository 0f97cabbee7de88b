import { characterTokens, estimateTokens, type TokenEstimator } from '../../base/estimate-tokens.ts';

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
