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
// 25P03, 25P04 and 57014 a time limit of the role, 40001 and 40P01 somebody else's transaction, 55P03 a lock that did not come in time.
const PASSING = /^(25P0[34]|40001|40P01|55P03|57014)$/;
const READ_ONLY = '25006';
const SQL_STATE = /^[0-9A-Z]{5}$/;

/** A failed statement as the error that callers see: 'database-failed' with the facts, or 'database-unavailable'. */
export function statementFailure(cause: unknown): InklingError {
  const error: PostgresError = cause instanceof Error ? cause : new Error(String(cause));
  const { code } = error;
  if (code === undefined || !SQL_STATE.test(code) || UNAVAILABLE.test(code)) return connectionFailure(cause);
  if (code === READ_ONLY) return told(READ_ONLY_SERVER, code, cause);
  return PASSING.test(code) ? told(IN_THE_WAY, code, cause) : refusal(error);
}

/** Whether the server that a connection leads to takes no writes: another connection may lead to one that does. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && (error as PostgresError).code === READ_ONLY;
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

interface Told {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

const DISK_FULL: Told = {
  code: 'disk-full',
  message: 'The disk of the database is full.',
  hint: 'Free some space: acknowledged writes are kept, and writing resumes without a restart.',
};
const NO_FILES: Told = {
  code: 'database-unavailable',
  message: 'The database cannot read or write its files.',
  hint: 'Look at its disk, and whether it is mounted for writing.',
};

const READ_ONLY_SERVER: Told = {
  code: 'database-unavailable',
  message: 'The server takes no writes: it is a standby, or set to read only.',
  hint: 'Name the primary in the address.',
};
const IN_THE_WAY: Told = {
  code: 'database-unavailable',
  message: 'A lock, another transaction or a time limit of the role ended the statement.',
  hint: 'Try again. Look at lock_timeout and statement_timeout of the role if it stays so.',
};

/** A filter with one would find nothing: ids with it are refused when they are stored. */
const NOT_TEXT: Told = {
  code: 'invalid-input',
  message: 'A text holds a NUL character, which the database cannot hold.',
  hint: 'Leave it out.',
};

/** 53100 disk full, 25006 read-only, 58030 an error of input or output, 58P01 a file that is gone, 22021 a text that is none. */
const KNOWN: Readonly<Record<string, Told>> = {
  '53100': DISK_FULL,
  [READ_ONLY]: NO_FILES,
  '58030': NO_FILES,
  '58P01': NO_FILES,
  '22021': NOT_TEXT,
};

/** The refusal in our words, of trouble with the disk and of what no column holds; null when the statement itself was refused. */
function knownFailure(state: string, cause: unknown): InklingError | null {
  const known = KNOWN[state];
  return known === undefined ? null : told(known, state, cause);
}

function told({ code, message, hint }: Told, state: string, cause: unknown): InklingError {
  return new InklingError(code, message, { hint, cause, details: { sqlstate: state } });
}
