/** Lets only so many pieces of work run side by side; the others wait, first come first served. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return {
    async take(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        // The turn is handed on, so that nobody who asks in between comes first.
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
