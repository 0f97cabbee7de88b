import { InklingError, type ErrorCode } from '@inkling/engine/errors';

/** How the program ends. Scripts switch on these numbers: one never changes its meaning. */
export const EXIT = {
  ok: 0,
  /** Something failed that no other number names. */
  failure: 1,
  /** The command line, or a value on it, is wrong. */
  usage: 2,
  /** Another process owns the data directory. */
  busy: 3,
  /** Done, but some rows, lines or files were refused. */
  partial: 4,
  /** What was asked for, or imported from, is not there. */
  notFound: 5,
  /** The store cannot be used: unreachable, not writable, without rights, or a package is missing. */
  storage: 6,
  /** The schema and this version do not fit. */
  schema: 7,
  /** No answer within the deadline. */
  deadline: 8,
  /** Stopped by Ctrl-C, or answered with no. */
  cancelled: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

// Written out for every code: a test fails until somebody has decided how the program ends on a new one.
const EXIT_BY_ERROR: Readonly<Partial<Record<ErrorCode, ExitCode>>> = {
  'invalid-input': EXIT.usage,
  'observation-too-large': EXIT.usage,
  'observation-empty': EXIT.usage,
  'observation-not-found': EXIT.notFound,
  'ambiguous-id': EXIT.usage,
  'observation-superseded': EXIT.notFound,
  'store-missing': EXIT.notFound,
  'session-not-found': EXIT.notFound,
  'session-transition-refused': EXIT.failure,
  'activity-too-large': EXIT.usage,
  'data-directory-busy': EXIT.busy,
  'data-directory-invalid': EXIT.storage,
  'data-directory-gone': EXIT.storage,
  'disk-full': EXIT.storage,
  'database-unavailable': EXIT.storage,
  'database-role-missing': EXIT.storage,
  'database-failed': EXIT.failure,
  'migration-required': EXIT.schema,
  'migration-newer': EXIT.schema,
  'migration-edited': EXIT.schema,
  'migration-failed': EXIT.schema,
  'dependency-missing': EXIT.storage,
  'import-source-invalid': EXIT.notFound,
  'embedder-unavailable': EXIT.storage,
  'embedder-refused': EXIT.storage,
  'embedder-answer-invalid': EXIT.failure,
  'extractor-unavailable': EXIT.storage,
  'extractor-refused': EXIT.storage,
  'extractor-answer-invalid': EXIT.failure,
  'redaction-failed': EXIT.failure,
  'search-worker-failed': EXIT.failure,
  'index-too-large': EXIT.failure,
  'inject-queue-full': EXIT.failure,
  unauthorized: EXIT.failure,
  'inspector-code-refused': EXIT.failure,
  forbidden: EXIT.failure,
  'route-not-found': EXIT.failure,
  'request-too-large': EXIT.usage,
  'rate-limited': EXIT.failure,
  'daemon-unavailable': EXIT.storage,
  'config-conflict': EXIT.failure,
  'experiment-running': EXIT.failure,
  'experiment-not-found': EXIT.notFound,
  'policy-invalid': EXIT.usage,
  'deadline-exceeded': EXIT.deadline,
  closed: EXIT.failure,
};

/** The number for a code; undefined for one that this version does not know. */
export function exitCodeByError(code: ErrorCode): ExitCode | undefined {
  return EXIT_BY_ERROR[code];
}

/** The number for an error of any origin. */
export function exitCodeOf(error: unknown): ExitCode {
  return (InklingError.isInstance(error) ? exitCodeByError(error.code) : undefined) ?? EXIT.failure;
}
