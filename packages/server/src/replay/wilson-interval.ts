// The normal distribution's 97.5th percentile.
const Z = 1.959964;

/** Between which rates the true one lies with 95 % certainty, given the rate seen in so many trials (Wilson's interval). */
export function wilsonInterval(rate: number, trials: number): readonly [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const spread = (Z * Z) / trials;
  const centre = (rate + spread / 2) / (1 + spread);
  const margin = (Z * Math.sqrt((rate * (1 - rate)) / trials + spread / (4 * trials))) / (1 + spread);
  return [Math.max(0, centre - margin), Math.min(1, centre + margin)];
}
