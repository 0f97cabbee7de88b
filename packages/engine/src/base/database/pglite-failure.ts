import { InklingError, type ErrorCode } from '../errors.ts';
import { diskTrouble } from './sql-state.ts';

/** An error as it crosses the thread boundary, where classes do not survive. */
export interface WorkerFailure {
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
  const trouble = diskTrouble(String(sqlstate), cause);
  if (trouble) return trouble;
  return new InklingError(code, message, { details, cause });
}
