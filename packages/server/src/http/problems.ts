import type { ErrorCode } from '@inkling/engine';
import { ERROR_CODES, InklingError } from '@inkling/engine/errors';
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

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503;

// Written out for every code: a test fails until somebody has decided what a new one means to a client.
const STATUS_BY_CODE: Readonly<Partial<Record<ErrorCode, ProblemStatus>>> = {
  'invalid-input': 400,
  unauthorized: 401,
  'inspector-code-refused': 401,
  forbidden: 403,
  'route-not-found': 404,
  'request-too-large': 413,
  'rate-limited': 429,
  'daemon-unavailable': 503,
  'observation-empty': 400,
  'observation-too-large': 413,
  'observation-not-found': 404,
  'ambiguous-id': 409,
  'observation-superseded': 409,
  'session-not-found': 404,
  'session-transition-refused': 409,
  'activity-too-large': 413,
  'data-directory-busy': 503,
  'data-directory-invalid': 503,
  'data-directory-gone': 503,
  'store-missing': 503,
  'database-unavailable': 503,
  'database-role-missing': 503,
  'disk-full': 503,
  'database-failed': 500,
  'migration-required': 503,
  'migration-newer': 503,
  'migration-edited': 503,
  'migration-failed': 503,
  'dependency-missing': 503,
  'import-source-invalid': 400,
  'embedder-unavailable': 503,
  'embedder-refused': 502,
  'embedder-answer-invalid': 502,
  'extractor-unavailable': 503,
  'extractor-refused': 502,
  'extractor-answer-invalid': 502,
  'redaction-failed': 503,
  'search-worker-failed': 503,
  'index-too-large': 503,
  'config-conflict': 409,
  'experiment-running': 409,
  'experiment-not-found': 404,
  'inject-queue-full': 409,
  'policy-invalid': 422,
  'deadline-exceeded': 503,
  closed: 503,
};

/** The status for a code; undefined for one that nobody has decided on. */
export function statusByCode(code: ErrorCode): ProblemStatus | undefined {
  return STATUS_BY_CODE[code];
}

export function statusOfError(error: unknown): ProblemStatus {
  return (InklingError.isInstance(error) ? statusByCode(error.code) : undefined) ?? 500;
}
