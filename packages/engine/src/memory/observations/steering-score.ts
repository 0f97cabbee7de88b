import { steeringFeatures } from './steering-features.ts';
import { STEERING_BIAS, STEERING_WEIGHTS } from './steering-weights.ts';

/** How much a text sounds like steering, and the signs that say it most. */
export interface SteeringScore {
  /** Log-odds: 0 = as likely as not among the sentences that the weights were fitted to. */
  readonly score: number;
  readonly signs: readonly string[];
}

const SIGNS_NAMED = 2;

/**
 * The most steering stretch of a text, by a linear model over what it speaks of (`steering-concepts.ts`). It was fitted to sentences of our own
 * (`npm run bench security -- --fit`), none of them an attack that somebody else wrote.
 */
export function steeringScore(text: string): SteeringScore {
  let most: SteeringScore = { score: Number.NEGATIVE_INFINITY, signs: [] };
  for (const features of steeringFeatures(text)) {
    const weighted = [...features].map((name) => [name, STEERING_WEIGHTS[name] ?? 0] as const);
    const score = weighted.reduce((sum, [, weight]) => sum + weight, STEERING_BIAS);
    if (score > most.score) most = { score, signs: strongest(weighted) };
  }
  return most;
}

function strongest(weighted: readonly (readonly [string, number])[]): string[] {
  const sorted = weighted.toSorted(([, one], [, other]) => other - one);
  return sorted.slice(0, SIGNS_NAMED).map(([name]) => name);
}
