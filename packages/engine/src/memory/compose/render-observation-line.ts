import { isFromOutside, type Observation } from '../observations/observation.ts';
import { FROM_OUTSIDE } from './composable-observation.ts';
import { excerptOf } from './excerpt-of.ts';
import type { LineWeights } from './line-weights.ts';

/**
 * One observation as a block's line: `- [<id>] <excerpt> (weight: <weight>)`, the weight with two decimals, so 1 is
 * `1.00` and the lines of a block compare at a glance. null when the content has no visible text.
 * A stranger's words begin with a mark. Of a long content the part that answers `question`, at most `maxCharacters` UTF-16 units (default 300). The id is trusted to be a UUID; everything else of the content is not. Source: seed "Context Injection".
 */
export function renderObservationLine(
  observation: Pick<Observation, 'id' | 'content' | 'weight'> & Partial<Pick<Observation, 'metadata'>>,
  question?: string,
  maxCharacters?: number,
  weights?: LineWeights,
): string | null {
  const excerpt = excerptOf(observation.content, question, maxCharacters, weights);
  const mark = isFromOutside(observation) ? `(${FROM_OUTSIDE}) ` : '';
  return excerpt === '' ? null : `- [${observation.id}] ${mark}${excerpt} (weight: ${observation.weight.toFixed(2)})`;
}
