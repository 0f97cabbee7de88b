import type { Clock } from '@inkling/engine';

/** Resolves after so many milliseconds. */
export function pause(clock: Pick<Clock, 'schedule'>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.schedule(resolve, ms));
}
