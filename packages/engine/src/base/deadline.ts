import type { Clock } from './clock.ts';

/** A moment by which work must have ended, and the signal that ends it. */
export interface Deadline {
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  /** Milliseconds left; 0 when expired. */
  remaining(): number;
  expired(): boolean;
  /** Stops the timer. Call it when the work is done, whatever its end. */
  clear(): void;
}

export function createDeadline(clock: Clock, budgetMs: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController();
  const start = clock.monotonic();
  const abort = (): void => controller.abort();
  const cancelTimer = clock.schedule(abort, budgetMs);
  if (parent?.aborted) abort();
  parent?.addEventListener('abort', abort, { once: true });
  return {
    budgetMs,
    signal: controller.signal,
    remaining: () => Math.max(0, budgetMs - (clock.monotonic() - start)),
    expired: () => controller.signal.aborted || clock.monotonic() - start >= budgetMs,
    clear() {
      cancelTimer();
      parent?.removeEventListener('abort', abort);
    },
  };
}

/** The marker that {@link withinDeadline} returns instead of a result that came too late. */
export const DEADLINE_EXCEEDED: unique symbol = Symbol('deadline exceeded');

/**
 * Settles with the work's result or, at the deadline, with {@link DEADLINE_EXCEEDED}, whichever is first.
 * The work keeps running until it notices the signal; its late result or failure is dropped.
 */
export async function withinDeadline<T>(
  deadline: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | typeof DEADLINE_EXCEEDED> {
  if (deadline.expired()) return DEADLINE_EXCEEDED;
  const { signal } = deadline;
  let onAbort: () => void = () => undefined;
  const expired = new Promise<typeof DEADLINE_EXCEEDED>((resolve) => {
    onAbort = () => resolve(DEADLINE_EXCEEDED);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    const outcome = await Promise.race([work(signal), expired]);
    return deadline.expired() ? DEADLINE_EXCEEDED : outcome;
  } catch (error) {
    // A store that answers the abort with an error ended because of the deadline, not because it is broken.
    if (signal.aborted) return DEADLINE_EXCEEDED;
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
