import type { ErrorCode } from '@inkling/engine';

/** The statuses that problems have. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 502 | 503;

/** How the command line ends on an error, by the names of its exit codes. */
export type ErrorExit = 'failure' | 'usage' | 'busy' | 'notFound' | 'storage' | 'schema' | 'deadline';

/** What each error means to whoever asked: over HTTP, and on the command line. A new code is decided on here, for both. */
export const ERROR_ENDS: Readonly<Record<ErrorCode, readonly [status: ProblemStatus, exit: ErrorExit]>> = {
  'invalid-input': [400, 'usage'],
  'observation-too-large': [413, 'usage'],
  'observation-empty': [400, 'usage'],
  'observation-not-found': [404, 'notFound'],
  'ambiguous-id': [409, 'usage'],
  'observation-superseded': [409, 'notFound'],
  'store-missing': [503, 'notFound'],
  'session-not-found': [404, 'notFound'],
  'session-transition-refused': [409, 'failure'],
  'activity-too-large': [413, 'usage'],
  'data-directory-busy': [503, 'busy'],
  'data-directory-invalid': [503, 'storage'],
  'data-directory-gone': [503, 'storage'],
  'disk-full': [503, 'storage'],
  'database-unavailable': [503, 'storage'],
  'database-role-missing': [503, 'storage'],
  'database-failed': [500, 'failure'],
  'migration-required': [503, 'schema'],
  'migration-newer': [503, 'schema'],
  'migration-edited': [503, 'schema'],
  'migration-failed': [503, 'schema'],
  'dependency-missing': [503, 'storage'],
  'import-source-invalid': [400, 'notFound'],
  'embedder-unavailable': [503, 'storage'],
  'embedder-refused': [502, 'storage'],
  'embedder-answer-invalid': [502, 'failure'],
  'extractor-unavailable': [503, 'storage'],
  'extractor-refused': [502, 'storage'],
  'extractor-answer-invalid': [502, 'failure'],
  'redaction-failed': [503, 'failure'],
  'search-worker-failed': [503, 'failure'],
  'index-too-large': [503, 'failure'],
  'inject-queue-full': [409, 'failure'],
  unauthorized: [401, 'failure'],
  'inspector-code-refused': [401, 'failure'],
  forbidden: [403, 'failure'],
  'route-not-found': [404, 'failure'],
  'request-too-large': [413, 'usage'],
  'rate-limited': [429, 'failure'],
  'daemon-unavailable': [503, 'storage'],
  'config-conflict': [409, 'failure'],
  'experiment-running': [409, 'failure'],
  'experiment-not-found': [404, 'notFound'],
  'policy-invalid': [422, 'usage'],
  'deadline-exceeded': [503, 'deadline'],
  closed: [503, 'failure'],
};
