import type { Clock } from '../../base/clock.ts';
import { type JsonRequest, postJson, type PostOutcome } from '../../base/post-json.ts';
import { pause } from './pause.ts';

/** When to try again. Time and chance are parameters. */
export interface RetryPolicy {
  /** Attempts after the first. */
  readonly maxRetries: number;
  readonly clock: Clock;
  /** 0 … 1, spreads the waits of many clients. */
  readonly random: () => number;
}

const FIRST_DELAY_MS = 500;
/** A server that asks for a longer wait is taken at its word: the caller hears it at once instead of hanging for an hour. */
const LONGEST_DELAY_MS = 60_000;

/**
 * Posts until there is an answer. Status 408, 429 and 5xx, a broken connection and a timeout are tried again: after `Retry-After`
 * where it is sent, else after 0.5 s, 1 s, 2 s …, each halved at most by chance. Fails with the last failure's error.
 */
export async function postWithRetries(
  request: JsonRequest,
  policy: RetryPolicy,
  signal?: AbortSignal,
): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await postJson(request, policy.clock, signal);
    if (outcome.type === 'answered') return outcome.body;
    const delay = attempt < policy.maxRetries ? delayAfter(outcome, attempt, policy.random) : null;
    if (delay === null) throw outcome.error;
    await pause(policy.clock, delay, signal);
  }
}

function delayAfter(
  outcome: Extract<PostOutcome, { type: 'failed' }>,
  attempt: number,
  random: () => number,
): number | null {
  if (!outcome.canRetry) return null;
  if (outcome.retryAfterMs !== null) return outcome.retryAfterMs <= LONGEST_DELAY_MS ? outcome.retryAfterMs : null;
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.5 + random() / 2);
}
