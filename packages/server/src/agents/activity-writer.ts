import type { ActivityInput, Clock } from '@inkling/engine';
import { pause } from '@inkling/engine/operator';
import { uuidv7 } from '@inkling/engine/building-blocks';
import { InklingError } from '@inkling/engine/errors';
import type { ActivityStore } from '@inkling/engine/types';
import { isDatabaseAway, RETRY_AFTER_MS } from './missed-tellings.ts';

/** Writes what happened in sessions behind their answers, in order. */
export interface ActivityWriter {
  /** Nobody waits for it. While the database is away it is tried again, for a minute; what fails goes to the log. */
  write(sessionId: string, activities: readonly ActivityInput[]): void;
  /** What is not known yet. What is written behind it waits for it. */
  writeLater(sessionId: string, activities: Promise<readonly ActivityInput[]>): void;
  /** Resolves when everything of the session that was given so far is written, or has failed. */
  settled(sessionId: string): Promise<void>;
  /** The same for all sessions. */
  allSettled(): Promise<void>;
  /** The same when the daemon ends: what the database does not take now is given up. */
  close(): Promise<void>;
}

/** What one statement writes at most. */
const BATCH_MAX = 100;

/** A store that hangs must not fill the memory: what a session has on top of these is lost. */
const MOST_WAITING = 1000;

/** The same for the sessions of an organisation together. */
const MOST_IN_ALL = 10_000;

/** The answer goes out first. Then its agent turns to its model, which takes a second: the time to write in. What comes meanwhile goes into the same statement. */
const SOON_MS = 10;

type Waiting = ActivityInput | Promise<readonly ActivityInput[]>;

interface Queue {
  readonly waiting: Waiting[];
  readonly written: Promise<void>;
}

export function createActivityWriter(
  activities: Pick<ActivityStore, 'append'>,
  clock: Clock,
  onError: (error: unknown) => void,
): ActivityWriter {
  const queues = new Map<string, Queue>();
  let inAll = 0;
  const { append, close } = createAppender(activities, clock, onError);
  async function flush(sessionId: string, waiting: Waiting[]): Promise<void> {
    await pause(clock, SOON_MS);
    while (waiting.length > 0) {
      const batch: ActivityInput[] = [];
      const taken = waiting.splice(0, BATCH_MAX);
      for (const one of taken) batch.push(...(one instanceof Promise ? await one : [one]));
      if (batch.length > 0) await append(sessionId, batch);
      inAll -= taken.length;
    }
    queues.delete(sessionId);
  }
  function add(sessionId: string, added: readonly Waiting[]): void {
    if (added.length === 0) return;
    const waiting = queues.get(sessionId)?.waiting ?? [];
    if (waiting.length + added.length <= MOST_WAITING && inAll + added.length <= MOST_IN_ALL) {
      waiting.push(...added);
      inAll += added.length;
    }
    if (!queues.has(sessionId)) queues.set(sessionId, { waiting, written: flush(sessionId, waiting) });
  }
  async function allSettled(): Promise<void> {
    await Promise.all([...queues.values()].map(({ written }) => written));
  }
  return {
    write: (sessionId, added) => add(sessionId, dated(added, clock.now())),
    writeLater(sessionId, added) {
      const nowMs = clock.now();
      const known = added
        .then((activities) => dated(activities, nowMs))
        .catch((error: unknown) => {
          onError(error);
          return [];
        });
      add(sessionId, [known]);
    },
    async settled(sessionId) {
      await queues.get(sessionId)?.written;
    },
    allSettled,
    close() {
      close();
      return allSettled();
    },
  };
}

/** Writes batches, each until the database has it or refuses it; closed, it tries none again. */
function createAppender(activities: Pick<ActivityStore, 'append'>, clock: Clock, onError: (error: unknown) => void) {
  const closing = new AbortController();
  async function append(sessionId: string, batch: readonly ActivityInput[], tries: number = 0): Promise<void> {
    try {
      await activities.append(sessionId, batch, { background: true });
    } catch (error) {
      const retryAfterMs = RETRY_AFTER_MS[tries];
      if (isDatabaseAway(error) && retryAfterMs !== undefined && !closing.signal.aborted) {
        await pause(clock, retryAfterMs, closing.signal);
        return append(sessionId, batch, tries + 1);
      }
      if (batch.length === 1 || !isRefused(error)) return onError(error);
      // All or none: one that the store does not take must not cost those beside it.
      for (const one of batch) await append(sessionId, [one]);
    }
  }
  return { append, close: () => closing.abort() };
}

/** For what stands in the batch, whatever the store is doing. */
function isRefused(error: unknown): boolean {
  return InklingError.isInstance(error) && (error.code === 'invalid-input' || error.code === 'activity-too-large');
}

/**
 * A statement whose answer was lost may have been carried out: under the same id it is written once. What happened was when it was given, however
 * long the database is away.
 */
function dated(activities: readonly ActivityInput[], nowMs: number): ActivityInput[] {
  return activities.map((activity) => ({
    ...activity,
    id: activity.id ?? uuidv7(nowMs),
    occurredAt: activity.occurredAt ?? new Date(nowMs),
  }));
}
