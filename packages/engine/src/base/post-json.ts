import type { Clock } from './clock.ts';
import { createDeadline } from './deadline.ts';
import { InklingError, type ErrorCode } from './errors.ts';

/** One request to a model's API. */
export interface JsonRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** For messages. */
  readonly service: RemoteService;
  /** The request is given up after it. */
  readonly timeoutMs: number;
  /** A longer answer is refused: what answers may not be what it seems. */
  readonly maxBytes: number;
}

/** How one request ended. */
export type PostOutcome =
  | { readonly type: 'answered'; readonly body: unknown }
  | {
      readonly type: 'failed';
      readonly error: InklingError;
      readonly canRetry: boolean;
      readonly retryAfterMs: number | null;
    };

const ERROR_BODY_BYTES = 16_384;
const IDENTIFIER = /^[\w.-]{1,64}$/;

/** Posts once. Only the caller's own abort rejects; everything else is an outcome. */
export async function postJson(request: JsonRequest, clock: Clock, signal?: AbortSignal): Promise<PostOutcome> {
  const deadline = createDeadline(clock, request.timeoutMs, signal);
  try {
    return await exchange(request, clock, deadline.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (InklingError.isInstance(error)) return { type: 'failed', error, canRetry: false, retryAfterMs: null };
    const problem = deadline.expired() ? `gave no answer within ${request.timeoutMs} ms` : 'cannot be reached';
    return {
      type: 'failed',
      error: unavailable(request, problem, { cause: error }),
      canRetry: true,
      retryAfterMs: null,
    };
  } finally {
    deadline.clear();
  }
}

async function exchange(request: JsonRequest, clock: Clock, signal: AbortSignal): Promise<PostOutcome> {
  const { url, headers, body, service, maxBytes } = request;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
    // The key and the texts go to the address that was set and to no other.
    redirect: 'error',
    signal,
  });
  if (!response.ok) return refusal(request, response, clock);
  return { type: 'answered', body: parse(service, await readText(service, response, maxBytes)) };
}

async function refusal(request: JsonRequest, response: Response, clock: Clock): Promise<PostOutcome> {
  const { status } = response;
  const reason = reasonOf(await readText(request.service, response, ERROR_BODY_BYTES).catch(() => ''));
  const details = { status, ...(reason === null ? {} : { reason }) };
  const canRetry = status === 408 || status === 429 || status >= 500;
  const problem = `answered with status ${status}${reason === null ? '' : ` (${reason})`}`;
  const error = canRetry ? unavailable(request, problem, { details }) : refused(request, problem, details);
  return {
    type: 'failed',
    error,
    canRetry,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
  };
}

/** The provider's error code or type. Its prose is left out: it may repeat the key or the text. */
function reasonOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; type?: unknown } };
    const reason = [error?.code, error?.type].find((value) => typeof value === 'string' && IDENTIFIER.test(value));
    return typeof reason === 'string' ? reason : null;
  } catch {
    return null;
  }
}

function parse(service: RemoteService, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidServiceAnswer(service, 'did not answer with JSON', error);
  }
}

async function readText(service: RemoteService, response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw invalidServiceAnswer(service, `answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refused({ service }: JsonRequest, problem: string, details: Record<string, unknown>): InklingError {
  return new InklingError(service.codes.refused, `The ${service.title} ${problem}.`, {
    hint: service.hint.refused,
    details: { modelId: service.modelId, ...details },
  });
}

function unavailable(
  { service, url }: JsonRequest,
  problem: string,
  options: { readonly cause?: unknown; readonly details?: Record<string, unknown> },
): InklingError {
  return new InklingError(service.codes.unavailable, `The ${service.title} at ${url.host} ${problem}.`, {
    hint: service.hint.unavailable,
    ...options,
    details: { modelId: service.modelId, ...options.details },
  });
}

const SECONDS = /^\s*(\d{1,9})\s*$/;

/** Milliseconds to wait by a `Retry-After` header: seconds or a date (RFC 9110, 10.2.3). Null when it is absent or says nothing. */
function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const seconds = SECONDS.exec(header)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

/** The API's address below a base address. Fails with 'invalid-input' unless that is http(s) without a user name in it. */
export function apiAddress(owner: string, baseUrl: string, path: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  // A key in the address would end up in messages and logs.
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new InklingError(
      'invalid-input',
      `baseUrl of ${owner} must be an http or https address without a user name.`,
      {
        hint: 'Give a key as `apiKey` or in `headers`.',
      },
    );
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url;
}

/** A model behind HTTP, as messages and errors tell of it. */
export interface RemoteService {
  /** With its name: `embedding model openai/x`. */
  readonly title: string;
  readonly modelId: string;
  readonly codes: Readonly<Record<'unavailable' | 'refused' | 'invalid', ErrorCode>>;
  /** What the caller can do, by what happened. */
  readonly hint: Readonly<Record<'unavailable' | 'refused', string>>;
}

/** The error for an answer that cannot be used: says what was wrong with it, never what was asked. */
export function invalidServiceAnswer(service: RemoteService, problem: string, cause?: unknown): InklingError {
  return new InklingError(service.codes.invalid, `The ${service.title} ${problem}.`, {
    details: { modelId: service.modelId },
    ...(cause === undefined ? {} : { cause }),
  });
}
