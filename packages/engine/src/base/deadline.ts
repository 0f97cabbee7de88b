import { setMaxListeners } from 'node:events';
import type { Clock } from './clock.ts';

/** A moment by which work must have ended, and the signal that ends it. */
export interface Deadline {
  readonly budgetMs: number;
  /** Aborts when the time is over or the parent aborts. */
  readonly signal: AbortSignal;
  /** Milliseconds left; 0 when expired. */
  remaining(): number;
  expired(): boolean;
  /** Stops the timer. Call it when the work is done, whatever its end. */
  clear(): void;
}

export function createDeadline(clock: Clock, budgetMs: number, parent?: AbortSignal): Deadline {
  const start = clock.monotonic();
  const controller = new AbortController();
  const { signal } = controller;
  // Many parts of one question may listen to it; Node would warn of a leak from the eleventh on.
  setMaxListeners(0, signal);
  const end = (): void => controller.abort();
  const cancelTimer = clock.schedule(end, budgetMs);
  if (parent?.aborted) end();
  parent?.addEventListener('abort', end, { once: true });
  return {
    budgetMs,
    signal,
    remaining: () => Math.max(0, budgetMs - (clock.monotonic() - start)),
    expired: () => signal.aborted || clock.monotonic() - start >= budgetMs,
    clear() {
      cancelTimer();
      parent?.removeEventListener('abort', end);
    },
  };
}

/** The marker that {@link withinDeadline} returns instead of a result that came too late. */
export const DEADLINE_EXCEEDED: unique symbol = Symbol('deadline exceeded');

/**
 * Settles with the work's result or, at the deadline, with {@link DEADLINE_EXCEEDED}, whichever is first.
 * The work keeps running until it notices the signal; its late result or failure is dropped.
 */
export function withinDeadline<T>(
  deadline: Deadline,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T | typeof DEADLINE_EXCEEDED> {
  if (deadline.expired()) return Promise.resolve(DEADLINE_EXCEEDED);
  const { signal } = deadline;
  return new Promise((resolve, reject) => {
    const late = (): void => resolve(DEADLINE_EXCEEDED);
    // At once: a store that answers the abort with an error ended because of the deadline, and a promise is settled once.
    signal.addEventListener('abort', late, { once: true });
    work(deadline)
      .then((result) => resolve(deadline.expired() ? DEADLINE_EXCEEDED : result), reject)
      .finally(() => signal.removeEventListener('abort', late));
  });
}

/** {@link withinDeadline} with a deadline of its own, which ends with the work. */
export async function inTime<T>(
  clock: Clock,
  budgetMs: number,
  work: (deadline: Deadline) => Promise<T>,
  parent?: AbortSignal,
): Promise<T | typeof DEADLINE_EXCEEDED> {
  const deadline = createDeadline(clock, budgetMs, parent);
  try {
    return await withinDeadline(deadline, work);
  } finally {
    deadline.clear();
  }
}

/** {@link inTime} for what one can do without: `otherwise` stands for an answer that is late, and for none, of which `onError` hears why. */
export async function inTimeOr<T, N>(
  { clock, onError }: { readonly clock: Clock; readonly onError: (error: unknown) => void },
  budgetMs: number,
  work: (deadline: Deadline) => Promise<T>,
  otherwise: N,
  parent?: AbortSignal,
): Promise<T | N> {
  try {
    const found = await inTime(clock, budgetMs, work, parent);
    return found === DEADLINE_EXCEEDED ? otherwise : found;
  } catch (error) {
    onError(error);
    return otherwise;
  }
}

/** Waits `ms` by the clock, or until the signal aborts. */
export async function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  await inTime(clock, ms, () => new Promise<never>(() => undefined), signal);
}

/** The work's own end, or the signal's reason as soon as it aborts; the work goes on, and nobody hears of its end. `onAbort` is told as well. */
export function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  onAbort: () => void = () => undefined,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      onAbort();
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
