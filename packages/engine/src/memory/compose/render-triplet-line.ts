import { sanitizeExcerpt } from './sanitize-excerpt.ts';

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
