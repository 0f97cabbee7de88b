import { InklingError } from '../errors.ts';
import type { WorkerFailure } from './pglite-protocol.ts';

interface PostgresError {
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly detail?: string;
}

/** What of an error crosses the thread boundary. */
export function describeFailure(error: unknown): WorkerFailure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, code, constraint, table, detail }: PostgresError = error;
  return {
    message,
    ...(code === undefined ? {} : { sqlstate: code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** The failure as the error that callers see: `database-failed` with `details.sqlstate` where PostgreSQL gave one. */
export function failureToError(failure: WorkerFailure): InklingError {
  const { message, ...details } = failure;
  return new InklingError('database-failed', message, { details });
}
