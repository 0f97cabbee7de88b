import type { ActivityInput, ActivityStore } from '@inkling/engine';

/** Writes what happened in sessions behind their answers, in order. */
export interface ActivityWriter {
  /** Nobody waits for it; what fails goes to the log. */
  write(sessionId: string, activities: readonly ActivityInput[]): void;
  /** Resolves when everything of the session that was given so far is written, or has failed. */
  settled(sessionId: string): Promise<void>;
}

/** What one statement writes at most. */
const BATCH_MAX = 100;

/** A store that hangs must not fill the memory: what comes on top of these is lost, and its loss is told once. */
const MOST_WAITING = 1000;

/**
 * Creates the writer. What comes while a session's earlier events are being written goes into one statement afterwards: an embedded database
 * runs one statement after the other, and an agent's next tool call waits behind them.
 */
export function createActivityWriter(
  activities: Pick<ActivityStore, 'append'>,
  onError: (error: unknown) => void,
): ActivityWriter {
  const waiting = new Map<string, ActivityInput[]>();
  const running = new Map<string, Promise<void>>();
  async function flush(sessionId: string): Promise<void> {
    for (;;) {
      const batch = waiting.get(sessionId)?.splice(0, BATCH_MAX) ?? [];
      if (batch.length === 0) break;
      await activities.append(sessionId, batch).catch(onError);
    }
    waiting.delete(sessionId);
    running.delete(sessionId);
  }
  return {
    write(sessionId, added) {
      if (added.length === 0) return;
      const queue = waiting.get(sessionId) ?? [];
      if (queue.length + added.length > MOST_WAITING) return;
      queue.push(...added);
      waiting.set(sessionId, queue);
      if (!running.has(sessionId)) running.set(sessionId, flush(sessionId));
    },
    settled: (sessionId) => running.get(sessionId) ?? Promise.resolve(),
  };
}
