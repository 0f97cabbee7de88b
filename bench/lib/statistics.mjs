export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** p50, p95, p99 and max of a list of milliseconds, as text. */
export function summary(values) {
  const at = (share) => percentile(values, share).toFixed(2).padStart(8);
  return `p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  max ${Math.max(...values)
    .toFixed(2)
    .padStart(8)} ms`;
}
