import type { z } from 'zod';
import type { ErrorCode } from '@inkling/engine';
import type { AdministrativeAction } from '@inkling/engine/types';
import type { Role } from './role.ts';

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
  /**
   * What its body's `agentId` is. `asks`: who asks, whom policies decide for; the caller must be bound to it, and it is filled in. `writes`: whose
   * word a statement is. `session`: whom a session is for. `described`: nobody acts as them. (Default: the body has none)
   */
  readonly agent?: 'asks' | 'writes' | 'described' | 'session';
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

/** Bodies are no longer than this unless an endpoint says so. The largest statement has 8 KiB; this leaves room for its metadata. */
export const DEFAULT_MAX_BODY_BYTES: number = 2 ** 20;
