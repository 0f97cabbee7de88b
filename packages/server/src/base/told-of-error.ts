import type { ErrorCode } from '@inkling/engine';
import { ERROR_CODES, InklingError } from '@inkling/engine/errors';

/** What somebody outside may be told of an error. */
export interface ToldError {
  readonly code: ErrorCode | 'unexpected';
  readonly message: string;
  readonly hint: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Their messages are the database's own: names of tables and files, addresses, values. They are for the log. */
const QUOTES_ITS_DRIVER: ReadonlySet<ErrorCode> = new Set([
  'database-failed',
  'database-unavailable',
  'migration-failed',
]);

const UNEXPECTED = {
  code: 'unexpected',
  message: 'The request failed in a way that nobody foresaw.',
  hint: 'Look for the request id in the log of the daemon.',
  details: {},
} as const;

/** Whether all that an error says may leave the daemon. Of any other, `toldOf` tells less, and the log has the rest. */
export function isWrittenForReaders(error: unknown): error is InklingError {
  return InklingError.isInstance(error) && !QUOTES_ITS_DRIVER.has(error.code);
}

/**
 * What a client is told of an error. An Inkling error is written for its reader; of any other nothing is told, because its message may
 * quote what was stored.
 */
export function toldOf(error: unknown): ToldError {
  if (!InklingError.isInstance(error)) return UNEXPECTED;
  const { code, hint = null, details } = error;
  if (!isWrittenForReaders(error)) {
    const { sqlstate } = details;
    const told = sqlstate === undefined ? {} : { sqlstate };
    return { code, message: ERROR_CODES[code], hint: hint ?? UNEXPECTED.hint, details: told };
  }
  // The class appends the way out to its message; where it is told, each has its field.
  const message = hint === null ? error.message : error.message.slice(0, -` ${hint}`.length);
  return { code, message, hint, details };
}
