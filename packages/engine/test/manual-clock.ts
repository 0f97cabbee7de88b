import type { Clock } from '../src/base/clock.ts';

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** What was asked to be called back after how many ms, in order. */
  readonly scheduled: readonly number[];
  /** Moves the time and calls back what is due, earliest first. */
  advance(ms: number): void;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Timers for which `skips` answers true are due at once: waits that a test does not want to sit through. */
export function createManualClock(skips: (ms: number) => boolean = () => false): ManualClock {
  let time = Date.UTC(2026, 10, 22);
  const timers = new Set<Timer>();
  const scheduled: number[] = [];
  return {
    scheduled,
    now: () => time,
    monotonic: () => time,
    schedule(callback, ms) {
      scheduled.push(ms);
      const timer = { at: time + ms, callback };
      timers.add(timer);
      if (skips(ms)) queueMicrotask(() => timers.delete(timer) && callback());
      return () => timers.delete(timer);
    },
    advance(ms) {
      time += ms;
      const due = [...timers].filter(({ at }) => at <= time).toSorted((a, b) => a.at - b.at);
      for (const timer of due) if (timers.delete(timer)) timer.callback();
    },
  };
}
