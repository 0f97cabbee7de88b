import { InklingError } from '@inkling/engine/errors';

/** What was told meanwhile is not lost for that: it is written when the database is there again. */
export function isDatabaseAway(error: unknown): boolean {
  return InklingError.isInstance(error) && error.code === 'database-unavailable';
}

/** A session that nobody goes on with keeps no more than this, and the first of it says what it is about. */
const MOST_OF_A_SESSION = 32;

const MOST_SESSIONS = 1000;

interface MissedTellingsOptions<Telling, Result> {
  readonly tell: (telling: Telling) => Promise<Result>;
  /** Nothing else brings what a telling that failed would have. */
  readonly isLost: (telling: Telling) => boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Tells what happened in sessions. What cannot be told while the database is away is kept, and told before the next of its session. Rejects as `tell`
 * does.
 */
export function createMissedTellings<Telling, Result>({
  tell,
  isLost,
  onError,
}: MissedTellingsOptions<Telling, Result>): (sessionId: string, telling: Telling) => Promise<Result> {
  const missed = new Map<string, readonly Telling[]>();
  const running = new Map<string, Promise<void>>();
  function keep(sessionId: string, tellings: readonly Telling[]): void {
    const lost = tellings.filter(isLost);
    if (lost.length > 0) missed.set(sessionId, lost.slice(0, MOST_OF_A_SESSION));
    const [oldest] = missed.keys();
    if (missed.size > MOST_SESSIONS && oldest !== undefined) missed.delete(oldest);
  }
  async function tellAll(sessionId: string): Promise<void> {
    const tellings = missed.get(sessionId) ?? [];
    missed.delete(sessionId);
    for (const [index, telling] of tellings.entries()) {
      try {
        await tell(telling);
      } catch (error) {
        if (isDatabaseAway(error)) {
          keep(sessionId, [...tellings.slice(index), ...(missed.get(sessionId) ?? [])]);
          throw error;
        }
        onError(error);
      }
    }
  }
  // What comes while it is told waits: nothing is told before what happened before it.
  function tellMissed(sessionId: string): Promise<void> {
    const known = running.get(sessionId);
    if (known !== undefined || !missed.has(sessionId)) return known ?? Promise.resolve();
    const told = tellAll(sessionId).finally(() => running.delete(sessionId));
    running.set(sessionId, told);
    return told;
  }
  return async (sessionId, telling) => {
    try {
      await tellMissed(sessionId);
      return await tell(telling);
    } catch (error) {
      if (isDatabaseAway(error)) keep(sessionId, [...(missed.get(sessionId) ?? []), telling]);
      throw error;
    }
  };
}
