import { systemClock, type Clock } from '@inkling/engine';

/** How much longer everything has than in real time. */
const PACE = 5;

/** The real time at a fifth of its pace, for tests that are not about time: what has a second has five, as a busy machine may need. */
export const slowClock: Clock = {
  now: systemClock.now,
  monotonic: () => systemClock.monotonic() / PACE,
  schedule: (callback, ms) => systemClock.schedule(callback, ms * PACE),
};
