import type { TokenEstimator } from '../base/estimate-tokens.ts';
import { DEFAULT_LINE_FORMAT, estimatorFor, type LineFormat } from '../memory/compose/line-format.ts';
import type { MemoryOptions } from './memory-options.ts';

/** How the blocks of a memory are written and counted: as its options say, and one goes with the other. */
export function lineMeasure({ lineFormat = DEFAULT_LINE_FORMAT, estimateTokens }: Partial<MemoryOptions>): {
  readonly lineFormat: LineFormat;
  readonly estimateTokens: TokenEstimator;
} {
  return { lineFormat, estimateTokens: estimateTokens ?? estimatorFor(lineFormat) };
}
