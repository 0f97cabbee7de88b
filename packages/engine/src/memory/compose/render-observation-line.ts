import type { Observation } from '../observations/observation.ts';
import { sanitizeExcerpt } from './sanitize-excerpt.ts';

/**
 * One observation as a block's line: `- [<id>] <excerpt> (weight: <weight>)`, the weight with two decimals, so 1 is
 * `1.00` and the lines of a block compare at a glance. null when the content has no visible text.
 * The id is trusted to be a UUID; everything else of the content is not. Source: seed "Context Injection".
 */
export function renderObservationLine(observation: Pick<Observation, 'id' | 'content' | 'weight'>): string | null {
  const excerpt = sanitizeExcerpt(observation.content);
  return excerpt === '' ? null : `- [${observation.id}] ${excerpt} (weight: ${observation.weight.toFixed(2)})`;
}
