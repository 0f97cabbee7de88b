/** Work that nobody waits for, save who closes. */
export interface Background {
  /** Starts work; what it throws goes to `onError`. */
  run(work: () => Promise<unknown>): void;
  /** Resolves when what was started until now has ended. */
  begun(): Promise<void>;
  /** Resolves when all that was started has ended. */
  settled(): Promise<void>;
}

/** Keeps hold of work that runs beside its caller, so that closing can wait for it. */
export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    run(work) {
      const task: Promise<void> = Promise.resolve()
        .then(work)
        .then(() => undefined, onError)
        .finally(() => running.delete(task));
      running.add(task);
    },
    async begun() {
      await Promise.all(running);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
