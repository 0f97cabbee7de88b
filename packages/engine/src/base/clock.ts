/** Where the time comes from. A parameter everywhere, so that budgets are tested without sleeping. */
export interface Clock {
  /** Wall-clock milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Milliseconds on a clock that never runs backwards, for measuring. */
  monotonic(): number;
  /** Calls back once after `ms`; the returned function cancels it. */
  schedule(callback: () => void, ms: number): () => void;
}

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(callback, ms) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
