const RESUMED = /^(?<base>[^]*)~(?<count>\d{1,4})$/u;

/** The session that a session goes on from: one that is resumed after its end goes on as `<id>~2`, then `<id>~3`. */
export function baseSessionId(sessionId: string): string {
  return sessionId.replace(/~\d+$/u, '');
}

/** How many times a session was resumed is seen by its id; nobody looks further back than this. */
const MOST_BEFORE = 5;

/** The sessions that a session goes on from, the one before it first, at most 5. */
export function resumedFrom(sessionId: string): readonly string[] {
  const { base, count } = RESUMED.exec(sessionId)?.groups ?? {};
  if (base === undefined || count === undefined) return [];
  const before = Math.min(Math.max(Number(count) - 1, 0), MOST_BEFORE);
  return Array.from({ length: before }, (_, index) => {
    const generation = Number(count) - 1 - index;
    return generation === 1 ? base : `${base}~${generation}`;
  });
}
