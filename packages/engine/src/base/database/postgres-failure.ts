import { InklingError } from '../errors.ts';
import { diskTrouble } from './sql-state.ts';

/** What pg's errors may carry: SQLSTATE or a system code such as ECONNREFUSED in `code`, and the server's fields. */
interface PostgresError extends Error {
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly detail?: string;
}

// 08 connection, 28 authorization, 3D no such database, 53300 too many connections, 57P server shutting down or starting.
const UNAVAILABLE = /^(08|28|3D|53300|57P)/;
const SQL_STATE = /^[0-9A-Z]{5}$/;

/** A failed statement as the error that callers see: 'database-failed' with the facts, or 'database-unavailable'. */
export function statementFailure(cause: unknown): InklingError {
  const error: PostgresError = cause instanceof Error ? cause : new Error(String(cause));
  const { code, constraint, table, detail } = error;
  if (code === undefined || !SQL_STATE.test(code) || UNAVAILABLE.test(code)) return connectionFailure(cause);
  const trouble = diskTrouble(code, cause);
  if (trouble) return trouble;
  return new InklingError('database-failed', error.message, {
    cause,
    details: {
      sqlstate: code,
      ...(constraint === undefined ? {} : { constraint }),
      ...(table === undefined ? {} : { table }),
      ...(detail === undefined ? {} : { detail }),
    },
  });
}

/** No connection, or it broke. The message never holds the connection string, which may hold a password. */
export function connectionFailure(cause: unknown): InklingError {
  const error: PostgresError = cause instanceof Error ? cause : new Error(String(cause));
  return new InklingError('database-unavailable', `PostgreSQL cannot be reached: ${error.message || error.code}.`, {
    wayOut: 'Check the address, that the server runs, and that it accepts more connections.',
    cause,
    details: error.code === undefined ? {} : { code: error.code },
  });
}
