import type { Clock } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { pause } from '@inkling/engine/operator';

/** What was told meanwhile is not lost for that: it is written when the database is there again. */
export function isDatabaseAway(error: unknown): boolean {
  return InklingError.isInstance(error) && error.code === 'database-unavailable';
}

/** A server that is there and has no time for it: the role's limits, or somebody's lock. */
const OUT_OF_TIME = new Set<unknown>(['25P03', '25P04', '55P03', '57014']);

/** No lock stays so long: it is the limit that is too short, and what comes behind it waits. */
const LONGEST_LOCK_MS = 300_000;

function isHopeless(error: unknown, ageMs: number): boolean {
  return ageMs > LONGEST_LOCK_MS && InklingError.isInstance(error) && OUT_OF_TIME.has(error.details['sqlstate']);
}

/** Between one try and the next while the database is away: a server that starts again, or another that takes over, needs seconds. */
export const RETRY_AFTER_MS = [1000, 2000, 4000, 8000, 16_000, 30_000] as const;

const LONGEST_RETRY_MS = RETRY_AFTER_MS[RETRY_AFTER_MS.length - 1]!;

interface Kept<Telling> {
  readonly telling: Telling;
  readonly heardAtMs: number;
  /** About how much memory it takes. */
  readonly bytes: number;
}

interface MissedTellingsOptions<Telling, Result> {
  readonly tell: (telling: Telling) => Promise<Result>;
  /** What is told again of one that failed; null = nothing is lost with it. */
  readonly keep: (telling: Telling) => Kept<Telling> | null;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

interface MissedTellings<Telling, Result> {
  /** Rejects as the option does. */
  tell(sessionId: string, telling: Telling): Promise<Result>;
  /** Tells once more what is kept, and reports how much of it is given up. */
  close(): Promise<void>;
}

/**
 * Tells what happened in sessions. What cannot be told while the database is away is kept, and told before the next of its session: that is tried
 * again until the database is there, since behind a session's end nothing comes.
 */
export function createMissedTellings<Telling, Result>({
  tell,
  keep,
  clock,
  onError,
}: MissedTellingsOptions<Telling, Result>): MissedTellings<Telling, Result> {
  const stock = createStock<Telling>();
  const closing = new AbortController();
  const { signal } = closing;
  // A server that does not answer is closed before what waits for it is over.
  const isMissed = (error: unknown): boolean => isDatabaseAway(error) || (signal.aborted && isClosed(error));
  function giveUp(count: number): void {
    if (count > 0)
      onError(new InklingError('database-unavailable', `Events that hooks told and that are given up: ${count}.`));
  }
  async function tellAll(sessionId: string): Promise<void> {
    for (let kept = stock.first(sessionId); kept !== undefined; kept = stock.first(sessionId)) {
      try {
        await tell(kept.telling);
      } catch (error) {
        if (isMissed(error) && !isHopeless(error, clock.now() - kept.heardAtMs)) {
          if (keep(kept.telling) === null) stock.remove(sessionId, kept);
          throw error;
        }
        onError(error);
      }
      stock.remove(sessionId, kept);
    }
  }
  // What comes while it is told waits: nothing is told before what happened before it.
  const tellMissed = oneAtATime(tellAll);
  const retry = createRetries(clock, signal, async (sessionId) => {
    await tellMissed(sessionId).catch(() => undefined);
    return stock.first(sessionId) !== undefined;
  });
  function miss(sessionId: string, telling: Telling): void {
    const kept = keep(telling);
    if (kept === null) return;
    if (signal.aborted) return giveUp(1);
    giveUp(stock.add(sessionId, kept));
    retry(sessionId);
  }
  return {
    async tell(sessionId, telling) {
      try {
        await tellMissed(sessionId);
        return await tell(telling);
      } catch (error) {
        if (isMissed(error)) miss(sessionId, telling);
        throw error;
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(stock.sessionIds().map(tellMissed));
      giveUp(stock.clear());
    },
  };
}

/** Whoever comes while the work for a session is done waits for it. */
function oneAtATime(work: (sessionId: string) => Promise<void>): (sessionId: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  return (sessionId) => {
    const known = running.get(sessionId);
    if (known !== undefined) return known;
    const done = work(sessionId).finally(() => running.delete(sessionId));
    running.set(sessionId, done);
    return done;
  };
}

/** Tries for each session until nothing of it is left, which `tryAgain` answers with false. */
function createRetries(clock: Clock, closing: AbortSignal, tryAgain: (sessionId: string) => Promise<boolean>) {
  const begun = new Set<string>();
  async function retry(sessionId: string): Promise<void> {
    begun.add(sessionId);
    for (let tries = 0, isLeft = true; isLeft; tries += 1) {
      await pause(clock, RETRY_AFTER_MS[tries] ?? LONGEST_RETRY_MS, closing);
      isLeft = !closing.aborted && (await tryAgain(sessionId));
    }
    begun.delete(sessionId);
  }
  return (sessionId: string): void => void (begun.has(sessionId) || retry(sessionId));
}

function isClosed(error: unknown): boolean {
  return InklingError.isInstance(error) && error.code === 'closed';
}

/** A session that nobody goes on with keeps no more than this: the first of it says what it is about, the last that it is over. */
const MOST_OF_A_SESSION = 32;

const MOST_SESSIONS = 1000;

/** A tool's input has up to a mebibyte. */
const MOST_BYTES = 16_000_000;

/** What is kept, by session and in the order in which it was heard. */
function createStock<Telling>() {
  const sessions = new Map<string, Kept<Telling>[]>();
  let bytes = 0;
  function drop(sessionId: string, from: number, count: number): number {
    const kept = sessions.get(sessionId) ?? [];
    const dropped = kept.splice(from, count);
    for (const one of dropped) bytes -= one.bytes;
    if (kept.length === 0) sessions.delete(sessionId);
    return dropped.length;
  }
  /** The session whose first was heard before those of all others. */
  function oldest(): string {
    const heardAtMs = (sessionId: string): number => sessions.get(sessionId)?.[0]?.heardAtMs ?? Infinity;
    return [...sessions.keys()].reduce((found, next) => (heardAtMs(next) < heardAtMs(found) ? next : found));
  }
  return {
    sessionIds: (): string[] => [...sessions.keys()],
    first: (sessionId: string): Kept<Telling> | undefined => sessions.get(sessionId)?.[0],
    /** Answers how many are dropped for it. */
    add(sessionId: string, added: Kept<Telling>): number {
      const kept = sessions.get(sessionId) ?? [];
      kept.push(added);
      // Of two under way at once the later one may fail first.
      kept.sort((a, b) => a.heardAtMs - b.heardAtMs);
      sessions.set(sessionId, kept);
      bytes += added.bytes;
      let dropped = kept.length > MOST_OF_A_SESSION ? drop(sessionId, MOST_OF_A_SESSION - 1, 1) : 0;
      if (sessions.size > MOST_SESSIONS) dropped += drop(oldest(), 0, Infinity);
      while (bytes > MOST_BYTES) dropped += drop(oldest(), 0, 1);
      return dropped;
    },
    remove(sessionId: string, kept: Kept<Telling>): void {
      const at = sessions.get(sessionId)?.indexOf(kept) ?? -1;
      if (at !== -1) drop(sessionId, at, 1);
    },
    clear(): number {
      const count = [...sessions.values()].reduce((sum, { length }) => sum + length, 0);
      sessions.clear();
      bytes = 0;
      return count;
    },
  };
}
