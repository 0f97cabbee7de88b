import type { CancelledCalls } from '../../threads/cancelled-calls.ts';
import type { Statement } from '../database.ts';
import type { Durability } from './pglite-durable-fs.ts';
import type { EncodedAnswer } from '../wire-answer.ts';
import { InklingError, type ErrorCode } from '../../errors.ts';
import { knownFailure } from '../postgres/postgres-failure.ts';

/** What the main thread gives the worker when it starts. */
export interface WorkerSettings {
  /** Absolute path; null = in memory. */
  readonly dataDir: string | null;
  readonly durability: Durability;
  /** The requests that have been given up. */
  readonly cancelled: CancelledCalls;
}

/** Main thread to worker. */
export type WorkerRequest =
  | {
      readonly type: 'run';
      readonly id: number;
      readonly orgId: string | null;
      readonly statements: readonly Statement[];
      /** Everything that is written is taken back at the end. */
      readonly isWarmUp: boolean;
      /** It goes before those that are not. */
      readonly isUrgent: boolean;
    }
  | { readonly type: 'close'; readonly id: number };

/** Worker to main thread. `ready`, or `failed` without an id, comes once and before everything else. */
export type WorkerReply =
  | { readonly type: 'ready' }
  /** `answer` null: there was nothing to run. */
  | { readonly type: 'done'; readonly id: number; readonly answer: EncodedAnswer | null }
  | { readonly type: 'failed'; readonly id: number | null; readonly failure: WorkerFailure };

/** An error as it crosses the thread boundary, where classes do not survive. */
interface WorkerFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

// The fields of PostgreSQL's error that programs use, under the names they get in `details`.
const FIELDS = [
  ['code', 'sqlstate'],
  ['constraint', 'constraint'],
  ['table', 'table'],
  ['detail', 'detail'],
  ['hint', 'hint'],
] as const;

/** What of an error crosses the thread boundary. `code` is for an error that is not Inkling's own. */
export function describeFailure(error: unknown, code: ErrorCode = 'database-failed'): WorkerFailure {
  if (InklingError.isInstance(error)) return { code: error.code, message: error.message, details: error.details };
  if (!(error instanceof Error)) return { code, message: String(error), details: {} };
  const fields = error as unknown as Readonly<Record<string, unknown>>;
  const known = FIELDS.filter(([name]) => typeof fields[name] === 'string').map(([name, as]) => [as, fields[name]]);
  return { code, message: error.message, details: Object.fromEntries(known) };
}

/** The failure as the error that callers see; its cause carries the SQLSTATE as `code`, as the errors of `pg` do. */
export function failureToError({ code, message, details }: WorkerFailure): InklingError {
  const { sqlstate } = details;
  const cause = sqlstate === undefined ? undefined : Object.assign(new Error(message), { code: sqlstate });
  const known = knownFailure(String(sqlstate), cause);
  if (known) return known;
  return new InklingError(code, message, { details, cause });
}

/** Requests that wait for the one connection of an embedded database. */
export interface RequestQueue<Request> {
  add(request: Request): void;
  /** The next to run, or undefined when none waits. */
  take(): Request | undefined;
  isEmpty(): boolean;
}

/** So many urgent ones in a row, then one of the others: a stream of tool calls does not keep a log from being written. */
const URGENT_IN_A_ROW = 16;

/**
 * Those first whose caller has a deadline, each kind in the order of arrival: a tool call does not wait for the writes that other calls left
 * behind. Callers that need an order wait for their answer first, as they must with a server's many connections.
 */
export function createRequestQueue<Request>(isUrgent: (request: Request) => boolean): RequestQueue<Request> {
  const urgent: Request[] = [];
  const others: Request[] = [];
  let inARow = 0;
  return {
    add: (request) => void (isUrgent(request) ? urgent : others).push(request),
    take() {
      if (urgent.length > 0 && (others.length === 0 || inARow < URGENT_IN_A_ROW)) {
        inARow += 1;
        return urgent.shift();
      }
      inARow = 0;
      return others.shift();
    },
    isEmpty: () => urgent.length + others.length === 0,
  };
}
