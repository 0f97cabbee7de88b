import type { Activity, ActivityPage, Clock } from '@inkling/engine';

// Numbers have no gaps and are given in the order of commits, so reading behind the last one misses nothing, whichever replica wrote it. Four
// looks a second are as good as live to a person, and cost one index read each.
const LOOK_EVERY_MS = 250;

/**
 * The events behind a number, then those to come, until the signal ends it. It reads a page ahead at most: a client that reads slowly slows
 * the reading, not the memory.
 */
export async function* followActivities(
  read: (after: number) => Promise<ActivityPage>,
  after: number,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Activity> {
  let last = after;
  while (!signal.aborted) {
    const { rows, hasMore } = await read(last);
    yield* rows;
    last = rows.at(-1)?.seq ?? last;
    if (!hasMore) await pause(clock, signal);
  }
}

function pause(clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.schedule(done, LOOK_EVERY_MS);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
