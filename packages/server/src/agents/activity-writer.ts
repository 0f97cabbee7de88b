import type { ActivityInput, ActivityStore, Clock } from '@inkling/engine';

/** Writes what happened in sessions behind their answers, in order. */
export interface ActivityWriter {
  /** Nobody waits for it; what fails goes to the log. */
  write(sessionId: string, activities: readonly ActivityInput[]): void;
  /** Resolves when everything of the session that was given so far is written, or has failed. */
  settled(sessionId: string): Promise<void>;
  /** The same for all sessions. */
  allSettled(): Promise<void>;
}

/** What one statement writes at most. */
const BATCH_MAX = 100;

/** A store that hangs must not fill the memory: what comes on top of these is lost, and its loss is told once. */
const MOST_WAITING = 1000;

/**
 * An embedded database runs one statement after the other, and events come in pairs: a session's start and its first prompt, the two sides
 * of a tool call. So long nothing is written, and what came meanwhile goes into one statement: the next answer does not wait behind it.
 */
const DELAY_MS = 250;

interface Queue {
  readonly waiting: ActivityInput[];
  /** Ends the wait. */
  hurry: () => void;
  written: Promise<void>;
}

/** Creates the writer. */
export function createActivityWriter(
  activities: Pick<ActivityStore, 'append'>,
  clock: Pick<Clock, 'schedule'>,
  onError: (error: unknown) => void,
): ActivityWriter {
  const queues = new Map<string, Queue>();
  function open(sessionId: string): Queue {
    const queue: Queue = { waiting: [], hurry: () => undefined, written: Promise.resolve() };
    const pause = new Promise<void>((resolve) => {
      const cancel = clock.schedule(resolve, DELAY_MS);
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
    while (waiting.length > 0) await activities.append(sessionId, waiting.splice(0, BATCH_MAX)).catch(onError);
    queues.delete(sessionId);
  }
  function settle({ hurry, written }: Queue): Promise<void> {
    hurry();
    return written;
  }
  return {
    write(sessionId, added) {
      if (added.length === 0) return;
      const { waiting } = queues.get(sessionId) ?? open(sessionId);
      if (waiting.length + added.length <= MOST_WAITING) waiting.push(...added);
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
