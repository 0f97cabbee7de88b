import { InklingError, type Clock } from '@inkling/engine';

/** How much one caller may ask. */
export interface RateLimitSettings {
  /** Requests a second in the long run. */
  readonly perSecond: number;
  /** Requests at once after a quiet time. */
  readonly burst: number;
}

/** An agent's tool calls come a few a second; 200 leave room for an import and still keep one key from starving the others. */
const DEFAULT_RATE_LIMIT: RateLimitSettings = Object.freeze({ perSecond: 200, burst: 400 });

// A full bucket says nothing, so those that have filled up are dropped once there are this many.
const MOST_BUCKETS = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** Takes one request from a caller's bucket; throws `rate-limited` with `details.retryAfterSeconds` when it is empty. */
export type RateLimit = (caller: string) => void;

/** Creates the buckets, one per caller. (Default: 200 a second, 400 at once) */
export function createRateLimit(clock: Clock, settings: RateLimitSettings = DEFAULT_RATE_LIMIT): RateLimit {
  const { perSecond, burst } = settings;
  const buckets = new Map<string, Bucket>();
  const level = (bucket: Bucket, now: number): number =>
    Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
  const sweep = (now: number): void => {
    for (const [key, bucket] of buckets) if (level(bucket, now) >= burst) buckets.delete(key);
  };
  return (caller) => {
    const now = clock.monotonic();
    const bucket = buckets.get(caller) ?? { tokens: burst, at: now };
    const tokens = level(bucket, now);
    if (tokens < 1) throw tooMany((1 - tokens) / perSecond);
    if (!buckets.has(caller) && buckets.size >= MOST_BUCKETS) sweep(now);
    buckets.set(caller, { tokens: tokens - 1, at: now });
  };
}

function tooMany(seconds: number): InklingError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new InklingError('rate-limited', 'This caller asks more often than it may.', {
    hint: `Wait ${retryAfterSeconds} s, or send several rows in one request.`,
    details: { retryAfterSeconds },
  });
}
