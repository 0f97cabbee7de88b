import { type ErrorCode, InklingError } from '../../errors.ts';

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
  const { code } = error;
  if (code === undefined || !SQL_STATE.test(code) || UNAVAILABLE.test(code)) return connectionFailure(cause);
  return refusal(error);
}

/** A statement that PostgreSQL refused, wherever it runs: the known ones with their codes, any other with `otherwise`. */
export function refusal(error: PostgresError, otherwise: ErrorCode = 'database-failed'): InklingError {
  const { code = '', constraint, table, detail } = error;
  const known = knownFailure(code, error);
  if (known) return known;
  return new InklingError(otherwise, error.message, {
    cause: error,
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
  const reason = error.message || error.code;
  const told = `${error.code ?? ''} ${reason}`;
  const hint = WAYS_OUT.find(([pattern]) => pattern.test(told))?.[1];
  const what = hint === undefined ? 'PostgreSQL cannot be reached' : 'PostgreSQL gives no connection';
  return new InklingError('database-unavailable', `${what}: ${reason}.`, {
    hint: hint ?? 'Check the address, that the server runs, and that it accepts more connections.',
    cause,
    details: error.code === undefined ? {} : { code: error.code },
  });
}

/**
 * What to do about a connection that was refused for a reason, by its code and message; the first that fits. All say "the address", which the
 * command line names by its option.
 */
const WAYS_OUT: readonly (readonly [RegExp, string])[] = [
  [/^3D/, 'Create that database, or correct its name in the address.'],
  [/^28.* no encryption/, 'The server may want TLS: add sslmode=verify-full to the address.'],
  [/^(28|42501)|^ SASL/, 'Check the role and the password in the address, and what the server allows that role.'],
  [/^ERR_INVALID_URL/, 'Check the address: special characters of a password are percent-encoded, # as %23.'],
  [/CERT|TLS|SSL/, 'Check sslmode in the address, and sslrootcert for an authority of your own.'],
];

/** The SQLSTATE that the database gave with a refusal (`details.sqlstate`, five characters), or undefined. */
export function sqlState(error: unknown): string | undefined {
  const state = InklingError.isInstance(error) ? error.details['sqlstate'] : undefined;
  return typeof state === 'string' ? state : undefined;
}

const DISK_FULL = {
  code: 'disk-full',
  message: 'The disk of the database is full.',
  hint: 'Free some space: acknowledged writes are kept, and writing resumes without a restart.',
} as const;
const NO_FILES = {
  code: 'database-unavailable',
  message: 'The database cannot read or write its files.',
  hint: 'Look at its disk, and whether it is mounted for writing.',
} as const;

/** A filter with one would find nothing: ids with it are refused when they are stored. */
const NOT_TEXT = {
  code: 'invalid-input',
  message: 'A text holds a NUL character, which the database cannot hold.',
  hint: 'Leave it out.',
} as const;

/** 53100 disk full, 25006 read-only, 58030 an error of input or output, 58P01 a file that is gone, 22021 a text that is none. */
const KNOWN: Readonly<Record<string, typeof DISK_FULL | typeof NO_FILES | typeof NOT_TEXT>> = {
  '53100': DISK_FULL,
  '25006': NO_FILES,
  '58030': NO_FILES,
  '58P01': NO_FILES,
  '22021': NOT_TEXT,
};

/** The refusal in our words, of trouble with the disk and of what no column holds; null when the statement itself was refused. */
function knownFailure(state: string, cause: unknown): InklingError | null {
  const known = KNOWN[state];
  if (known === undefined) return null;
  const { code, message, hint } = known;
  return new InklingError(code, message, { hint, cause, details: { sqlstate: state } });
}
