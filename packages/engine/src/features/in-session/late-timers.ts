import type { Clock } from '../../base/clock.ts';

/** How late timers come: what a busy machine, or other work on this thread, takes from every budget at its end. */
export interface LateTimers {
  /** Milliseconds by which the latest of the last seconds came late. */
  worstMs(): number;
  /** Looks as long as the work runs. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

const LOOK_EVERY_MS = 5;

/** So long the worst is remembered at least, and twice as long at most. A machine that was busy a moment ago is so again. */
const REMEMBERED_MS = 2000;

/** Looks at nothing while no work runs. */
export function createLateTimers(clock: Pick<Clock, 'monotonic' | 'schedule'>): LateTimers {
  let working = 0;
  let cancel: (() => void) | null = null;
  let since = clock.monotonic();
  let worst = 0;
  let worstBefore = 0;

  function forgetOld(now: number): void {
    if (now - since < REMEMBERED_MS) return;
    worstBefore = now - since < 2 * REMEMBERED_MS ? worst : 0;
    worst = 0;
    since = now;
  }
  function look(): void {
    const due = clock.monotonic() + LOOK_EVERY_MS;
    cancel = clock.schedule(() => {
      const now = clock.monotonic();
      forgetOld(now);
      worst = Math.max(worst, now - due);
      look();
    }, LOOK_EVERY_MS);
  }
  return {
    worstMs() {
      forgetOld(clock.monotonic());
      return Math.max(worst, worstBefore);
    },
    async during(work) {
      working += 1;
      if (working === 1) look();
      try {
        return await work();
      } finally {
        working -= 1;
        if (working === 0) cancel?.();
      }
    },
  };
}
