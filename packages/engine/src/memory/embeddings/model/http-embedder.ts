import { type Clock, systemClock } from '../../../base/clock.ts';
import { pause } from '../../../base/deadline.ts';
import { embeddingService } from './embedder-answer.ts';
import { embedInBatches, prepareTexts, type TextPreparation } from './embed-in-batches.ts';
import { type Embedder, requireWhole } from './embedder.ts';
import { type JsonRequest, postJson, type PostOutcome } from '../../../base/post-json.ts';

/** What the HTTP embedders have in common. */
export interface HttpEmbedderOptions extends TextPreparation {
  readonly model: string;
  /** Overrides the name of the vector space. Give a new one when a prefix changes: old vectors are then made anew. */
  readonly modelId?: string;
  /** Sent with each request, for gateways that want more than a key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts in one request. (Default: 64) */
  readonly batchSize?: number;
  /** For one request. (Default: 30,000 ms) */
  readonly timeoutMs?: number;
  /** Attempts after the first. (Default: 3) */
  readonly maxRetries?: number;
  /** (Default: the system's) */
  readonly clock?: Clock;
  /** 0 … 1. (Default: Math.random) */
  readonly random?: () => number;
}

/** What is different between them. */
export interface EmbeddingApi {
  readonly modelId: string;
  readonly dimension: number;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The request's body for these texts. */
  readonly bodyOf: (input: readonly string[]) => unknown;
  /** The rows of an answer in the order of the texts. Throws 'embedder-answer-invalid'. */
  readonly rowsOf: (answer: unknown) => readonly unknown[];
}

/** A number in JSON has 24 characters at most, and an answer says little else. */
const BYTES_FOR_NUMBER = 32;
const BYTES_BESIDE = 65_536;

/** An embedder over HTTP: batches, retries, checked answers. */
export function createHttpEmbedder(api: EmbeddingApi, options: HttpEmbedderOptions): Embedder {
  const { clock = systemClock, random = Math.random, maxRetries = 3 } = options;
  const batchSize = requireWhole('batchSize', options.batchSize ?? 64);
  const timeoutMs = requireWhole('timeoutMs', options.timeoutMs ?? 30_000);
  const { modelId, dimension, url } = api;
  const headers = { ...api.headers, ...options.headers };
  const maxBytes = BYTES_BESIDE + batchSize * dimension * BYTES_FOR_NUMBER;
  async function embedBatch(input: readonly string[], signal?: AbortSignal): Promise<readonly unknown[]> {
    const request = { url, headers, body: api.bodyOf(input), service: embeddingService(modelId), timeoutMs, maxBytes };
    return api.rowsOf(await postWithRetries(request, { maxRetries, clock, random }, signal));
  }
  return {
    modelId,
    dimension,
    location: 'remote',
    embed: (texts, { kind, signal } = {}) =>
      embedInBatches(prepareTexts(texts, options, kind), batchSize, api, embedBatch, signal),
  };
}

/** When to try again. Chance spreads the waits of many clients. */
type RetryPolicy = Required<Pick<HttpEmbedderOptions, 'maxRetries' | 'clock' | 'random'>>;

const FIRST_DELAY_MS = 500;
/** A server that asks for a longer wait is taken at its word: the caller hears it at once instead of hanging for an hour. */
const LONGEST_DELAY_MS = 60_000;

/**
 * Posts until there is an answer. Status 408, 429 and 5xx, a broken connection and a timeout are tried again: after `Retry-After`
 * where it is sent, else after 0.5 s, 1 s, 2 s …, each halved at most by chance. Fails with the last failure's error.
 */
async function postWithRetries(request: JsonRequest, policy: RetryPolicy, signal?: AbortSignal): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await postJson(request, policy.clock, signal);
    if (outcome.type === 'answered') return outcome.body;
    const delay = attempt < policy.maxRetries ? delayAfter(outcome, attempt, policy.random) : null;
    if (delay === null) throw outcome.error;
    await pause(policy.clock, delay, signal);
    signal?.throwIfAborted();
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
