import type { TokenEstimator } from '../../base/estimate-tokens.ts';
import type { LineFormat } from './line-format.ts';
import type { ComposableObservation } from './composable-observation.ts';
import { renderLine } from './note-entries.ts';

/** How lines are written and counted. */
export interface LineMeasure {
  readonly estimateTokens: TokenEstimator;
  /** (Default: 'compact') */
  readonly lineFormat?: LineFormat | undefined;
}

/** What the line of an observation costs by itself; null when it has no line, or when the estimator is broken. (Default: it is rendered) */
export function lineTokens(
  observation: ComposableObservation,
  { estimateTokens, lineFormat }: LineMeasure,
  line: string | null = renderLine(observation, lineFormat),
): number | null {
  if (line === null) return null;
  const tokens: unknown = estimateTokens(`${line}\n`);
  return typeof tokens === 'number' && Number.isFinite(tokens) ? tokens : null;
}
