import type { ErrorCode } from '@inkling/engine';
import { ERROR_CODES, InklingError } from '@inkling/engine/errors';
import { recordAt, textOf } from '../base/record.ts';
import type { Endpoint, EndpointShape } from '../contract/endpoint.ts';

/** Where a daemon is and how to be let in. */
export interface ClientOptions {
  /** `http://127.0.0.1:4655` */
  readonly url: string;
  /** A token or an API key. */
  readonly secret: string;
  /** (Default: the credential's own) */
  readonly orgId?: string;
  /** (Default: the platform's) */
  readonly fetch?: typeof fetch;
}

/** What one call sends: the parts that its endpoint has. */
export type Sent<Shape extends EndpointShape> = Pick<Shape, Extract<keyof Shape, 'params' | 'query' | 'body'>> & {
  readonly signal?: AbortSignal | undefined;
};

/**
 * Speaks to a daemon in the terms of the contract. Problems come back as the errors they were; a daemon that does not answer, or something
 * else that does, is `daemon-unavailable`.
 */
export interface Client {
  call<Shape extends EndpointShape>(endpoint: Endpoint<Shape>, sent: Sent<Shape>): Promise<Shape['answer']>;
  /** For endpoints that answer line by line. An answer that was cut off throws. */
  lines<Shape extends EndpointShape>(endpoint: Endpoint<Shape>, sent: Sent<Shape>): AsyncIterable<Shape['answer']>;
}

/** Creates a client. It connects when it is used. */
export function createClient(options: ClientOptions): Client {
  return {
    async call(endpoint, sent) {
      const response = await request(options, endpoint, sent);
      return readJson(response);
    },
    async *lines(endpoint, sent) {
      const response = await request(options, endpoint, sent);
      for await (const line of linesOf(response)) yield JSON.parse(line);
    },
  };
}

interface Parts {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

async function request(options: ClientOptions, endpoint: Endpoint, parts: Parts): Promise<Response> {
  const { url, secret, orgId, fetch: send = fetch } = options;
  const { params = {}, query = {}, body, signal } = parts;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(params, name)));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  // null in a query means nothing: the text of nothing says so, the word would be a name.
  const search = new URLSearchParams(
    Object.fromEntries(given.map(([name, value]) => [name, value === null ? '' : String(value)])),
  );
  const response = await send(`${url}${path}${search.size > 0 ? `?${search.toString()}` : ''}`, {
    method: endpoint.method.toUpperCase(),
    headers: {
      authorization: `Bearer ${secret}`,
      ...(orgId === undefined ? {} : { 'inkling-org': orgId }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    throw signal?.aborted ? cause : unavailable(`The daemon at ${url} cannot be reached.`, cause);
  });
  if (response.ok) return response;
  throw await readProblem(response);
}

function valueOf(params: object, name: string): string {
  return String((params as Record<string, unknown>)[name]);
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw unavailable('The daemon broke its answer off, or it is no daemon.', cause);
  }
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of response.body ?? []) {
      const parts = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } catch (cause) {
    throw unavailable('The daemon broke its answer off.', cause);
  }
  if (rest !== '') throw unavailable('The daemon broke its answer off within a row.');
}

function unavailable(message: string, cause?: unknown): InklingError {
  return new InklingError('daemon-unavailable', message, {
    hint: 'Look at it with `inkling status` and at its log, then try again.',
    cause,
  });
}

/**
 * The error that a daemon refused a request with; the same class and code as if the engine had thrown it here. A daemon of another version may
 * have codes that this one does not know, whose words are kept, and its hint under the name `wayOut`.
 */
async function readProblem(response: Response): Promise<Error> {
  const said = recordAt(await response.json().catch(() => null), 'error');
  const { code, message, requestId, details } = said;
  if (typeof code !== 'string' || typeof message !== 'string') {
    return new InklingError('daemon-unavailable', `The answer was ${response.status}, and no daemon's.`, {
      hint: 'Look what listens there, and start the daemon with `inkling up`.',
    });
  }
  const hint = code === 'route-not-found' ? OTHER_VERSION : textOf(said['hint'] ?? said['wayOut']);
  if (!isErrorCode(code)) {
    return new Error([message, hint, `(${code}, request ${textOf(requestId)})`].filter(Boolean).join(' '));
  }
  return new InklingError(code, message, { details: { ...recordAt(details), requestId }, ...(hint && { hint }) });
}

const OTHER_VERSION =
  'The daemon that runs is of another version and has no such call: restart it with `inkling down` and `inkling up --detach`.';

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}
