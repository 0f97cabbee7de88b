import type { Activity, Clock } from '@inkling/engine';
import type { ActivityPage } from '@inkling/engine/types';

// Numbers have no gaps and are given in the order of commits, so reading behind the last one misses nothing, whichever replica wrote it. Four
// looks a second are as good as live to a person, and cost one index read each.
const LOOK_EVERY_MS = 250;

// A reader who may not read any more is told nothing for longer than this and one look.
const ASK_EVERY_MS = 500;

/**
 * The events behind a number, then those to come, until one of the signals ends it or the reader may not go on. It reads a page ahead at most: a client that reads slowly slows
 * the reading, not the memory. The signals are listened to one by one: of those that `AbortSignal.any` joins, the one that lives as long as the
 * process keeps each stream there ever was (nodejs/node#54614).
 */
export async function* followActivities(
  read: (after: number) => Promise<ActivityPage>,
  after: number,
  clock: Clock,
  ends: readonly AbortSignal[],
  mayGoOn: () => Promise<boolean>,
): AsyncGenerator<Activity> {
  let last = after;
  let askedAt = clock.monotonic();
  while (!hasEnded(ends)) {
    if (clock.monotonic() - askedAt >= ASK_EVERY_MS) {
      if (!(await mayGoOn())) return;
      askedAt = clock.monotonic();
    }
    const { rows, hasMore } = await read(last);
    yield* rows;
    last = rows.at(-1)?.seq ?? last;
    if (!hasMore) await pause(clock, ends);
  }
}

const hasEnded = (ends: readonly AbortSignal[]): boolean => ends.some(({ aborted }) => aborted);

function pause(clock: Clock, ends: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      for (const signal of ends) signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.schedule(done, LOOK_EVERY_MS);
    for (const signal of ends) signal.addEventListener('abort', done);
    if (hasEnded(ends)) done();
  });
}
