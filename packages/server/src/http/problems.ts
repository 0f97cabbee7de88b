import type { ErrorCode } from '@inkling/engine';
import { ERROR_CODES, InklingError } from '@inkling/engine/errors';
import { ERROR_ENDS, type ProblemStatus } from '../base/error-ends.ts';
import type { Problem } from '../contract/endpoint.ts';

/**
 * What a client is told of an error. An Inkling error is written for its reader; of any other nothing is told, because its message may
 * quote what was stored.
 */
export function problemOfError(error: unknown, requestId: string): Problem {
  if (!InklingError.isInstance(error)) return { error: { ...UNEXPECTED, requestId } };
  const { code, hint = null, details } = error;
  if (QUOTES_ITS_DRIVER.has(code)) {
    const { sqlstate } = details;
    const told = sqlstate === undefined ? {} : { sqlstate };
    return {
      error: { code, message: ERROR_CODES[code], hint: hint ?? UNEXPECTED.hint, requestId, details: told },
    };
  }
  // The class appends the way out to its message; on the wire each has its field.
  const message = hint === null ? error.message : error.message.slice(0, -` ${hint}`.length);
  return { error: { code, message, hint, requestId, details } };
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

export function statusOfError(error: unknown): ProblemStatus {
  return InklingError.isInstance(error) ? ERROR_ENDS[error.code][0] : 500;
}
