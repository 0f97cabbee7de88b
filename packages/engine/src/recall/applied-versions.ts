/** Rows in one stretch. A map of 60,000, which an import fills, stalls the thread for 10 ms when it grows or is tidied up. */
const STRETCH = 4_096;

interface Stretch {
  /** `updatedAt` of each row that was applied in it; null = removed. */
  readonly versions: Map<string, string | null>;
  /** When the last of them was applied. */
  lastAt: number;
}

/** Which versions of rows were applied lately: a look at the feed reaches back and brings them again. Oldest stretch first. */
export interface AppliedVersions {
  readonly stretches: Stretch[];
}

export const createAppliedVersions = (): AppliedVersions => ({ stretches: [] });

/** The version of a row that was applied last: its `updatedAt`, null = it was removed; undefined when that is long ago. */
export function appliedVersion({ stretches }: AppliedVersions, id: string): string | null | undefined {
  for (let at = stretches.length - 1; at >= 0; at -= 1) {
    const version = stretches[at]!.versions.get(id);
    if (version !== undefined) return version;
  }
  return undefined;
}

export function noteApplied(
  { stretches }: AppliedVersions,
  id: string,
  updatedAt: string | null,
  appliedAt: number,
): void {
  let last = stretches.at(-1);
  if (!last || last.versions.size >= STRETCH) stretches.push((last = { versions: new Map(), lastAt: appliedAt }));
  last.versions.set(id, updatedAt);
  last.lastAt = appliedAt;
}

/** Forgets stretches that ended before a moment: no look reaches back to them any more. */
export function forgetApplied({ stretches }: AppliedVersions, before: number): void {
  const kept = stretches.findIndex(({ lastAt }) => lastAt >= before);
  stretches.splice(0, kept < 0 ? stretches.length : kept);
}
