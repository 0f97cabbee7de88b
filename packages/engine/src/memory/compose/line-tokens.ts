import type { TokenEstimator } from '../../base/estimate-tokens.ts';
import { renderObservationLine } from './render-observation-line.ts';
import type { ComposableObservation } from './note-entries.ts';

/** What the line of an observation costs by itself; null when it has no line, or when the estimator is broken. (Default: it is rendered) */
export function lineTokens(
  observation: Pick<ComposableObservation, 'id' | 'content' | 'weight'>,
  estimateTokens: TokenEstimator,
  line: string | null = renderObservationLine(observation),
): number | null {
  if (line === null) return null;
  const tokens: unknown = estimateTokens(`${line}\n`);
  return typeof tokens === 'number' && Number.isFinite(tokens) ? tokens : null;
}
