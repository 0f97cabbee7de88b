import { requireInput } from '../../base/require-input.ts';

/** How long a lock holds without a beat, in ms: three beats of 10 s may be lost before another worker takes over. */
export const DEFAULT_LOCK_TTL_MS = 30_000;

const MAX_LOCK_TTL_MS = 86_400_000;

/** How long a lock is to hold. */
export interface LockOptions {
  /** 1 to 86,400,000 ms. (Default: 30,000) */
  readonly ttlMs?: number;
}

/** The duration in ms. Fails with `invalid-input` out of range. */
export function lockDuration({ ttlMs = DEFAULT_LOCK_TTL_MS }: LockOptions): number {
  const valid = Number.isInteger(ttlMs) && ttlMs >= 1 && ttlMs <= MAX_LOCK_TTL_MS;
  requireInput(valid, 'ttlMs', `a whole number from 1 to ${MAX_LOCK_TTL_MS}`);
  return ttlMs;
}

/**
 * True of a lock that has run out, over a row with this alias. A clock that was set back would let one live for as long on top: a lock that was
 * taken later than now, or ends later than any may, is over. Ten seconds are what the clocks of a server and its stand-in may differ by.
 */
export function lockIsOver(alias: string): string {
  return `(${alias}.lock_expires_at <= clock_timestamp() or ${alias}.claimed_at > clock_timestamp() + interval '10 seconds'
    or ${alias}.lock_expires_at > clock_timestamp() + ${MAX_LOCK_TTL_MS + 10_000} * interval '1 millisecond')`;
}

/**
 * When a lock of `parameter` ms ends, by the database's clock: several replicas decide on one lock, and their own clocks differ by more than
 * a beat. clock_timestamp, because now() stands still at the transaction's start and a statement may wait for the row before it decides.
 */
export function lockEnd(parameter: string): string {
  return `clock_timestamp() + ${parameter}::double precision * interval '1 millisecond'`;
}
