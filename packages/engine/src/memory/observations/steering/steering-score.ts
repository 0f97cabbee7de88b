import { joinedFeatures, sentenceFeatures } from './steering-features.ts';
import { STEERING_BIAS, STEERING_WEIGHTS } from './steering-weights.ts';

/** How much a text sounds like steering, and the signs that say it most. */
export interface SteeringScore {
  /** Log-odds: 0 = as likely as not among the sentences that the weights were fitted to. */
  readonly score: number;
  readonly signs: readonly string[];
}

const SIGNS_NAMED = 2;
/** What two sentences together may have more than the sum of both. */
const MOST_MORE = 1.5;

/**
 * The most steering stretch of a text, by a linear model over what it speaks of (`steering-words.ts`), what it orders, and its words: each sentence by
 * itself, and, unless `isApart`, with the one before when the sum is not hopeless. It was fitted to sentences of our own (`npm run bench security -- --fit`), none of
 * them an attack that somebody else wrote.
 */
export function steeringScore(text: string, signals: readonly string[] = [], isApart = false): SteeringScore {
  let [score, most]: [number, ReadonlySet<string>] = [Number.NEGATIVE_INFINITY, new Set()];
  const take = (features: ReadonlySet<string>): number => {
    const sum = sumOf(features);
    if (sum > score) [score, most] = [sum, features];
    return sum;
  };
  let before: { readonly features: ReadonlySet<string>; readonly sum: number } | null = null;
  for (const features of sentenceFeatures(text, signals, STEERING_WEIGHTS)) {
    const sum = features ? take(features) : 0;
    if (!isApart && features && before && before.sum + sum - STEERING_BIAS + MOST_MORE > 0)
      take(joinedFeatures(before.features, features));
    before = features && { features, sum };
  }
  return { score, signs: score > 0 ? strongest(most) : [] };
}

/** Log-odds of a stretch by what it has. */
export function sumOf(features: ReadonlySet<string>): number {
  let sum = STEERING_BIAS;
  for (const name of features) sum += STEERING_WEIGHTS.get(name) ?? 0;
  return sum;
}

/** What says most. Words that were learned say nothing to a reader: they are left out. */
export function strongest(features: ReadonlySet<string>): string[] {
  const named = [...features].filter((name) => !name.startsWith('"'));
  const weight = (name: string): number => STEERING_WEIGHTS.get(name) ?? 0;
  return named.toSorted((one, other) => weight(other) - weight(one)).slice(0, SIGNS_NAMED);
}
