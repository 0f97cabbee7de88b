import { InklingError } from '../base/errors.ts';
import { DEFAULT_SEMANTIC_RELEVANCE, type SemanticRelevance } from '../memory/embeddings/semantic-relevance.ts';

/** How an embedding model takes part in recall. */
export interface SemanticSettings {
  /** How much the meaning counts beside the words, whose best hit has 1. (Default: 0.3: a weak model costs a point of recall@10 at most) */
  readonly weight: number;
  /** The share of a recall's time in which vectors must be there; the words' answer stands without them. (Default: 0.5) */
  readonly share: number;
  /**
   * What nearness is worth as relevance; a row has the larger of this and what its words cover. null = nothing: a row that no word
   * finds then never passes a floor. (Default: {@link DEFAULT_SEMANTIC_RELEVANCE}, which lets through little)
   */
  readonly relevance: SemanticRelevance | null;
}

/** The defaults of {@link SemanticSettings}. */
export const DEFAULT_SEMANTIC_SETTINGS: SemanticSettings = Object.freeze({
  weight: 0.3,
  share: 0.5,
  relevance: DEFAULT_SEMANTIC_RELEVANCE,
});

/** Complete settings from a part of them. Fails with 'invalid-input' on a number that cannot be meant. */
export function semanticSettings(patch: Partial<SemanticSettings> = {}): SemanticSettings {
  const settings = { ...DEFAULT_SEMANTIC_SETTINGS, ...patch };
  const { weight, share, relevance } = settings;
  const isRange = relevance === null || (relevance.from >= 0 && relevance.from < relevance.to && relevance.to <= 1);
  if (weight >= 0 && weight <= 10 && share > 0 && share <= 1 && isRange) return settings;
  throw new InklingError('invalid-input', 'The settings of the semantic arm are out of range.', {
    wayOut: 'weight is 0 to 10, share above 0 to 1, relevance null or { from, to } with 0 <= from < to <= 1.',
  });
}
