import type { Clock } from '@inkling/engine';

/** Keeps what was asked for, and lets the test say when it is due. */
export function fakeClock(now: number): Clock & { readonly due: (() => void)[]; readonly waits: number[] } {
  const due: (() => void)[] = [];
  const waits: number[] = [];
  return {
    due,
    waits,
    now: () => now,
    monotonic: () => now,
    schedule(callback, ms) {
      due.push(callback);
      waits.push(ms);
      return () => due.splice(due.indexOf(callback), 1);
    },
  };
}
