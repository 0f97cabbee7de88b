import type { Clock } from '../clock.ts';

/** Lets work that somebody waits for with a deadline pass long work that nobody counts the milliseconds of. */
export interface Priority {
  /** Runs work that long work waits for. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when nothing holds the way, and after `mostMs` in any case: long work goes on, if slowly, however busy the way is. */
  wait(mostMs: number): Promise<void>;
}

export function createPriority(clock: Pick<Clock, 'schedule'>): Priority {
  let holding = 0;
  const waiting = new Set<() => void>();

  function leave(): void {
    holding -= 1;
    if (holding === 0) for (const go of waiting) go();
  }

  return {
    async hold(work) {
      holding += 1;
      try {
        return await work();
      } finally {
        leave();
      }
    },
    wait(mostMs) {
      if (holding === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = clock.schedule(go, mostMs);
        function go(): void {
          cancel();
          waiting.delete(go);
          resolve();
        }
        waiting.add(go);
      });
    },
  };
}
