import type { Endpoint, Problem } from 'inkling/contract/endpoint';
import { OPERATIONS, type Operations } from '../generated/operations.ts';
import { authorization, readCredentials } from './credentials.ts';
import { ProblemError } from './problem-error.ts';

/** The name of an operation of the API. */
export type OperationId = keyof Operations;

type ShapeOf<Id extends OperationId> = Operations[Id] extends Endpoint<infer Shape> ? Shape : never;

/** What an operation answers. */
export type Answer<Id extends OperationId> = ShapeOf<Id>['answer'];

/** What an operation is sent: the parts that it has. */
export type Sent<Id extends OperationId> = Pick<ShapeOf<Id>, Extract<keyof ShapeOf<Id>, 'params' | 'query' | 'body'>>;

interface Parts {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
}

/** Calls the daemon in the terms of its contract. Fails with a {@link ProblemError}. */
export async function call<Id extends OperationId>(id: Id, sent: Sent<Id>, signal?: AbortSignal): Promise<Answer<Id>> {
  const { body } = sent as Parts;
  const response = await send(addressOf(id, sent), {
    method: OPERATIONS[id].method.toUpperCase(),
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal ? { signal } : {}),
  });
  return (await response.json()) as Answer<Id>;
}

/** Sends a request with this tab's credentials, unless it has others. Fails with a {@link ProblemError} unless the answer is a success. */
export async function send(
  address: string,
  init: RequestInit & { headers?: Record<string, string> },
): Promise<Response> {
  const credentials = readCredentials();
  const headers = { ...(credentials ? authorization(credentials) : {}), ...init.headers };
  const response = await fetch(address, { ...init, headers }).catch((error: unknown) => {
    throw init.signal?.aborted ? error : new ProblemError(0, null);
  });
  if (response.ok) return response;
  throw new ProblemError(response.status, await readProblem(response));
}

/** Where an operation is asked. */
export function addressOf<Id extends OperationId>(id: Id, sent: Sent<Id>): string {
  const { params = {}, query = {} } = sent as Parts;
  const given = params as Record<string, unknown>;
  const path = OPERATIONS[id].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // null in a query means "belongs to nothing", and the text of nothing says so.
    if (value !== undefined) search.set(name, value === null ? '' : String(value));
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

async function readProblem(response: Response): Promise<Problem['error'] | null> {
  try {
    return ((await response.json()) as Problem).error;
  } catch {
    // Not the daemon's words: a proxy's page, or an answer that was cut off.
    return null;
  }
}
