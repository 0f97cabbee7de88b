import { type Clock, systemClock } from '../../base/clock.ts';
import { embeddingService } from './embedder-answer.ts';
import { embedInBatches } from './embed-in-batches.ts';
import type { Embedder } from './embedder.ts';
import { requireWhole } from './embedder-settings.ts';
import { postWithRetries } from './post-with-retries.ts';
import { prepareTexts, type TextPreparation } from './prepare-texts.ts';

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
