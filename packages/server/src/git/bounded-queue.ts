import { setImmediate } from 'node:timers/promises';

/**
 * Runs work, so many at once; who comes when `mostWaiting` wait gets null. Each begins in a turn of its own: who asked answers an agent in this
 * one, and starting a program takes milliseconds.
 */
export function createQueue(mostAtOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    if (running >= mostAtOnce) {
      if (waiting.length >= mostWaiting) return null;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running += 1;
    try {
      await setImmediate();
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
