import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

/**
 * Whoever keeps a deadline on the same thread waits no longer than this and one item. The thread is to stall 10 ms at most, and a turn of
 * the event loop is this, what others do in the same one (a recall 3 ms, a page of the feed 1) and a collection of garbage (3).
 */
const LONGEST_TURN_MS = 1;

/**
 * For a loop over many items that each take a while: await the returned function after each item, and the event loop gets its
 * turn whenever a millisecond has passed since the last. Counting items instead is wrong twice: one may take 20 µs or 2 ms.
 */
export function createYieldTurn(clock: Pick<Clock, 'monotonic'>): () => Promise<void> {
  let began = clock.monotonic();
  return async () => {
    if (clock.monotonic() - began < LONGEST_TURN_MS) return;
    await setImmediate();
    began = clock.monotonic();
  };
}
