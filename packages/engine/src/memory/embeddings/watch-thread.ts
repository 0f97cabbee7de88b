import type { Clock } from '../../base/clock.ts';

/** Shorter than what matters, and cheap: a timer only while a call is under way. */
const TICK_MS = 20;

/** Watches whether the calling thread is free. */
export interface ThreadWatch {
  /** Ends it and answers for how many ms at a stretch no timer came, at most. */
  stop(): number;
}

/** Starts to watch the calling thread: how late a timer comes tells how long somebody held the thread. */
export function watchThread(clock: Clock): ThreadWatch {
  let heldMs = 0;
  let startedAt = clock.monotonic();
  let cancel = clock.schedule(tick, TICK_MS);
  function measure(): void {
    heldMs = Math.max(heldMs, Math.round(clock.monotonic() - startedAt - TICK_MS));
  }
  function tick(): void {
    measure();
    startedAt = clock.monotonic();
    cancel = clock.schedule(tick, TICK_MS);
  }
  return {
    stop() {
      cancel();
      measure();
      startedAt = Number.POSITIVE_INFINITY;
      return heldMs;
    },
  };
}
