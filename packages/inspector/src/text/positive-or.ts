const MOST = 1_000_000;

/** A number that somebody wrote into an address, when it is one that can be used; else the usual one. */
export function positiveOr(text: string, usual: number): number {
  const value = Number(text);
  return value > 0 && value <= MOST ? value : usual;
}
