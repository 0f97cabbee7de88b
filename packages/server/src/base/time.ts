/** A duration for people: `840 ms`, `12.4 s`. */
export function seconds(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** How long whoever started this program has waited by now, until its store was open included: `9.2 s`. */
export function waited(): string {
  return seconds(performance.now());
}
