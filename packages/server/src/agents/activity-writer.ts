import type { ActivityInput, Clock } from '@inkling/engine';
import type { ActivityStore } from '@inkling/engine/types';

/** Writes what happened in sessions behind their answers, in order. */
export interface ActivityWriter {
  /** Nobody waits for it; what fails goes to the log. `delayMs`: how long more may come for the same statement. (Default: 10) */
  write(sessionId: string, activities: readonly ActivityInput[], delayMs?: number): void;
  /** What is not known yet. What is written behind it waits for it. */
  writeLater(sessionId: string, activities: Promise<readonly ActivityInput[]>): void;
  /** Resolves when everything of the session that was given so far is written, or has failed. */
  settled(sessionId: string): Promise<void>;
  /** The same for all sessions. */
  allSettled(): Promise<void>;
}

/** What one statement writes at most. */
const BATCH_MAX = 100;

/** A store that hangs must not fill the memory: what a session has on top of these is lost. */
const MOST_WAITING = 1000;

/** The answer goes out first. Then its agent turns to its model, which takes a second: the time to write in. */
const SOON_MS = 10;

type Waiting = ActivityInput | Promise<readonly ActivityInput[]>;

interface Queue {
  readonly waiting: Waiting[];
  /** Ends the wait. */
  hurry: () => void;
  written: Promise<void>;
}

export function createActivityWriter(
  activities: Pick<ActivityStore, 'append'>,
  clock: Pick<Clock, 'schedule'>,
  onError: (error: unknown) => void,
): ActivityWriter {
  const queues = new Map<string, Queue>();
  function open(sessionId: string, delayMs: number): Queue {
    const queue: Queue = { waiting: [], hurry: () => undefined, written: Promise.resolve() };
    const pause = new Promise<void>((resolve) => {
      const cancel = clock.schedule(resolve, delayMs);
      queue.hurry = () => {
        cancel();
        resolve();
      };
    });
    queue.written = pause.then(() => flush(sessionId, queue));
    queues.set(sessionId, queue);
    return queue;
  }
  async function flush(sessionId: string, { waiting }: Queue): Promise<void> {
    while (waiting.length > 0) {
      const batch: ActivityInput[] = [];
      for (const one of waiting.splice(0, BATCH_MAX)) batch.push(...(one instanceof Promise ? await one : [one]));
      if (batch.length > 0) await activities.append(sessionId, batch, { background: true }).catch(onError);
    }
    queues.delete(sessionId);
  }
  function settle({ hurry, written }: Queue): Promise<void> {
    hurry();
    return written;
  }
  function add(sessionId: string, added: readonly Waiting[], delayMs: number): void {
    if (added.length === 0) return;
    const known = queues.get(sessionId);
    if (known && delayMs <= SOON_MS) clock.schedule(known.hurry, delayMs);
    const { waiting } = known ?? open(sessionId, delayMs);
    if (waiting.length + added.length <= MOST_WAITING) waiting.push(...added);
  }
  return {
    write: (sessionId, added, delayMs = SOON_MS) => add(sessionId, added, delayMs),
    writeLater(sessionId, added) {
      const known = added.catch((error: unknown) => {
        onError(error);
        return [];
      });
      add(sessionId, [known], SOON_MS);
    },
    async settled(sessionId) {
      const queue = queues.get(sessionId);
      if (queue) await settle(queue);
    },
    async allSettled() {
      await Promise.all([...queues.values()].map(settle));
    },
  };
}
