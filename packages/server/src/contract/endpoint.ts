import type { ErrorCode } from '@inkling/engine';
import { API_KEY_ROLES } from '@inkling/engine/operator';
import type { AdministrativeAction, ApiKeyRole, Json } from '@inkling/engine/types';
import { z } from 'zod';
import { ERROR_CODES } from '@inkling/engine/errors';

/**
 * What a caller may be. `worker` runs sessions and delivers blocks, `agent` asks and remembers, `member` reads and corrects what its
 * organisation knows, `admin` also sets its configuration, `operator` runs the machine. Contract section 15.
 */
export const ROLES: readonly Role[] = API_KEY_ROLES;

export type Role = ApiKeyRole;

/** Everybody who belongs to the organisation. */
export const ANY_ROLE: readonly Role[] = ['worker', 'agent', 'member', 'admin'];

/** People, as against programs that work for them. */
export const PEOPLE: readonly Role[] = ['member', 'admin'];

/** Whoever runs sessions, and administrators for repairs. */
export const WORKERS: readonly Role[] = ['worker', 'admin'];

/** Who decides for the whole organisation. */
export const ADMINS: readonly Role[] = ['admin'];

/** Whoever runs the machine, and nobody of the organisation: the operator may call everything, so nobody else is named. */
export const OPERATOR: readonly Role[] = [];

/** What travels through an endpoint. A part that is left out does not exist. */
export interface EndpointShape {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly answer: unknown;
}

/** How the answer is sent: one JSON value, JSON values line by line, or server-sent events. */
export type AnswerFormat = 'json' | 'ndjson' | 'events';

/**
 * One operation of the HTTP API: what the server checks and documents and what the client sends, from the same schemas.
 * An endpoint says nothing of how it is done; http/routes pairs it with its handler.
 */
export interface Endpoint<Shape extends EndpointShape = EndpointShape> {
  /** Its `operationId`, which is also its name in logs and metrics. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters in braces: `/v1/observations/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** Who may call it; the operator always may. */
  readonly roles: readonly Role[];
  /** What it is in the words of policies, which may forbid it. Whatever only people may call has one. (Default: no policy is asked) */
  readonly action?: AdministrativeAction;
  /** `asks`: its body's `agentId` is who asks, whom policies decide for; the caller must be bound to it, and it is filled in. (Default: it is not) */
  readonly agent?: 'asks';
  /** Its body is another program's payload: what it names is decided on where it is understood. (Default: false) */
  readonly takesPayload?: boolean;
  readonly params?: z.ZodType<Shape['params']>;
  readonly query?: z.ZodType<Shape['query']>;
  readonly body?: z.ZodType<Shape['body']>;
  /** With `ndjson` the schema of one line, with `events` of one event's data. */
  readonly answer: z.ZodType<Shape['answer']>;
  /** (Default: 'json') */
  readonly format?: AnswerFormat;
  /** (Default: 200) */
  readonly status?: 200 | 201 | 202;
  /** Refusals of its own, beside those that every endpoint has. (Default: none) */
  readonly errors?: readonly ErrorCode[];
  /** Longest body. (Default: 1 MiB) */
  readonly maxBodyBytes?: number;
}

/** A value as nobody may change it. JSON of any depth stays as it is. */
export type ReadonlyDeep<Value> = [Json] extends [Value]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]> }
    : Value;

type Schema = z.ZodType | undefined;

type Sent<Name extends string, Given> = Given extends z.ZodType
  ? { readonly [Each in Name]: ReadonlyDeep<z.output<Given>> }
  : unknown;

/** Makes an endpoint. Its schemas say what travels, for the compiler too. */
export function endpoint<
  Answer extends z.ZodType,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  id: string,
  method: Endpoint['method'],
  path: Endpoint['path'],
  rest: Omit<Endpoint, 'id' | 'method' | 'path' | 'params' | 'query' | 'body' | 'answer'> & {
    readonly params?: Params;
    readonly query?: Query;
    readonly body?: Body;
    readonly answer: Answer;
  },
): Endpoint<
  { readonly answer: z.output<Answer> } & Sent<'params', Params> & Sent<'query', Query> & Sent<'body', Body>
> {
  return { id, method, path, ...rest } as never;
}

/** Bodies are no longer than this unless an endpoint says so. The largest statement has 8 KiB; this leaves room for its metadata. */
export const DEFAULT_MAX_BODY_BYTES: number = 2 ** 20;

export const problemSchema = z
  .object({
    error: z.object({
      /** What programs switch on: the engine's codes, and one for failures that nobody foresaw. */
      code: z.enum([...(Object.keys(ERROR_CODES) as ErrorCode[]), 'unexpected']),
      message: z.string(),
      /** What the caller can do about it. */
      hint: z.string().nullable(),
      /** The same as in the header `x-request-id` and in the daemon's log. */
      requestId: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  })
  .meta({ id: 'Problem', description: 'Why a request was refused or failed.' });

export type Problem = z.output<typeof problemSchema>;
