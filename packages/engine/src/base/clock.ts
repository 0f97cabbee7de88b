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

const MICROSECOND = 1 / 1000;

/** In the middle of a microsecond: a double of today's milliseconds is a quarter of one wide, and rounding must not reach the one before. */
const MIDDLE = MICROSECOND / 2;

/**
 * Answers what `read` does (whole milliseconds since 1970), a microsecond later with each further question within the same one: no answer comes
 * twice, and a later one is later. A clock that is set back is followed.
 */
export function createRisingClock(read: () => number): () => number {
  let moment = -Infinity;
  let further = 0;
  return () => {
    const now = read();
    const isLater = now > moment + further * MICROSECOND;
    const wasSetBack = now < moment;
    if (isLater || wasSetBack) {
      moment = now;
      further = 0;
    } else further += 1;
    return moment + further * MICROSECOND + MIDDLE;
  };
}
