/** A number with the bounds between which the true one lies, as certainly as was asked for. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The normal distribution's percentile for 95 % certainty, two-sided. */
export const Z_95 = 1.959964;

/** Some of all. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** A share with Wilson's interval; anything is possible of nothing. */
export function shareEstimate({ count, of }: Share, z: number = Z_95): Estimate {
  if (of === 0) return { value: 0, low: 0, high: 1 };
  const value = count / of;
  const spread = (z * z) / of;
  const centre = (value + spread / 2) / (1 + spread);
  const margin = (z * Math.sqrt((value * (1 - value)) / of + spread / (4 * of))) / (1 + spread);
  return { value, low: Math.max(0, centre - margin), high: Math.min(1, centre + margin) };
}

/** One share less another, with Newcombe's interval (his method 10): right also for few trials and shares near 0 and 1. */
export function shareDifference(one: Share, other: Share, z: number = Z_95): Estimate {
  const [a, b] = [shareEstimate(one, z), shareEstimate(other, z)];
  const value = a.value - b.value;
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  };
}

/** How many values, where their middle is and how far they spread. */
export interface Spread {
  readonly n: number;
  readonly mean: number;
  readonly variance: number;
}

/** Mean and sample variance. */
export function spreadOf(values: readonly number[]): Spread {
  const n = values.length;
  const mean = n === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / n;
  const variance = n < 2 ? 0 : values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { n, mean, variance };
}

/** One mean less another, with Welch's interval; without two values on each side anything is possible. */
export function meanDifference(one: Spread, other: Spread, z: number = Z_95): Estimate {
  const value = one.mean - other.mean;
  if (one.n < 2 || other.n < 2) return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const [a, b] = [one.variance / one.n, other.variance / other.n];
  const freedom = a + b === 0 ? one.n + other.n - 2 : (a + b) ** 2 / (a ** 2 / (one.n - 1) + b ** 2 / (other.n - 1));
  const margin = studentOf(z, freedom) * Math.sqrt(a + b);
  return { value, low: value - margin, high: value + margin };
}

/** Student's percentile for a normal one, by Fisher's expansion: within 0.5 % from nine degrees of freedom on. */
function studentOf(z: number, freedom: number): number {
  const v = Math.max(freedom, 1);
  const terms = [
    (z ** 3 + z) / (4 * v),
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * v ** 2),
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * v ** 3),
  ];
  return terms.reduce((sum, term) => sum + term, z);
}
