/**
 * One error class for the whole library. The code is what programs switch on; the message says what
 * happened and the way out. Expected endings (a deadline, a denied row, no match) are values, not errors.
 */

/** Every code an Inkling error can carry, with the sentence that documents it. */
export const ERROR_CODES = {
  'invalid-input': 'A value is missing, has the wrong type or is out of range.',
  'observation-too-large': 'The content is longer than 8 KiB of UTF-8. It is refused, never cut.',
  'observation-empty': 'The content is empty or only white space.',
  'observation-not-found': 'No observation with this id exists for this organisation.',
  'ambiguous-id': 'A short id matches several observations. The error lists their full ids.',
  'observation-superseded': 'The observation was already replaced by a newer one.',
  'session-not-found': 'No session with this id exists for this organisation.',
  'session-transition-refused': 'The session has ended, and an ended session cannot change its status.',
  'activity-too-large': 'The body of an activity is larger than 64 KiB of JSON. It is refused, never cut.',
  'data-directory-busy': 'Another process owns the data directory.',
  'data-directory-invalid': 'The data directory cannot be used: not a directory, not writable or from another version.',
  'data-directory-gone': 'The data directory was deleted, moved or mounted over while it was in use.',
  'store-missing': 'There is no embedded store in the data directory, and what was asked for does not make one.',
  'database-unavailable': 'The database cannot be reached, refused the connection, or cannot do it now.',
  'database-role-missing':
    'The tenant role does not exist or the connecting role may not use it, and has no right to change that.',
  'disk-full': 'The disk of the database has no room left. Nothing of what was refused is stored.',
  'database-failed': 'The database refused a statement.',
  'migration-required': 'The schema is older than this version needs.',
  'migration-newer': 'The schema was written by a newer version that this one cannot work with.',
  'migration-edited': 'A migration that this database already has was changed afterwards.',
  'migration-failed': 'A migration could not be applied.',
  'dependency-missing':
    'An optional package that this feature needs is not installed or in a version that does not fit, or a bundler left out the program of a thread.',
  'embedder-unavailable': 'The embedding model could not be reached or is overloaded. Trying later may help.',
  'embedder-refused':
    'The embedding model refused the request: a wrong key, model or text. Trying again will not help.',
  'embedder-answer-invalid': 'The embedding model answered with vectors of the wrong number, dimension or kind.',
  'extractor-unavailable': 'The extraction model could not be reached, is overloaded, or gave no answer in time.',
  'extractor-refused': 'The extraction model refused the request: a wrong key, model or parameter.',
  'extractor-answer-invalid': 'The extraction model answered with something other than statements in JSON.',
  'import-source-invalid': 'The source to import from does not exist or has the wrong format.',
  'redaction-failed': 'The thread that redacts secrets failed; what it was given is not stored.',
  'search-worker-failed': 'The thread that holds the search indexes stopped; its indexes must be loaded again.',
  'index-too-large': 'The search index of a scope does not fit the memory budget; SQL answers for the scope.',
  'inject-queue-full': 'The queue of the session is full, and none of its blocks is a hint that can be dropped.',
  unauthorized: 'The request carries no token or key, or one that is not valid.',
  'inspector-code-refused':
    'The one-time code of an address of the inspector was used before, is too old, or is not of this run of the daemon.',
  forbidden:
    'The caller may not do this: its role, its organisation, or the Host or Origin of the request does not allow it.',
  'route-not-found': 'The daemon has no such path, or not with this method.',
  'request-too-large': 'The body of the request is longer than its endpoint takes.',
  'rate-limited': 'The caller exceeded its rate limit. Try again later.',
  'daemon-unavailable': 'The daemon does not answer, or the answer is not that of a daemon.',
  'config-conflict': 'The settings were changed by somebody else since they were read.',
  'experiment-running': 'An experiment already runs in the project.',
  'experiment-not-found': 'No experiment of this id or project exists in the organisation.',
  'policy-invalid': 'The text of a policy cannot be read or does not fit the schema.',
  'deadline-exceeded': 'Background work took longer than allowed and was given up.',
  closed: 'The handle was used after it was closed.',
} as const;

/** A key of {@link ERROR_CODES}: what programs switch on. */
export type ErrorCode = keyof typeof ERROR_CODES;

const marker: unique symbol = Symbol.for('inkling.error') as never;

/** What an error can carry beside its code and message. */
export interface InklingErrorOptions {
  /** What the caller can do about it, as one sentence. It is appended to the message. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** Facts for programs, for example the process that owns a data directory. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * The only error class that Inkling throws. Test with {@link InklingError.isInstance}, never by message. A call that takes a signal and no
 * deadline rejects with the reason of whoever aborted it, which is theirs; one that has a deadline answers `deadline-exceeded`.
 */
export class InklingError extends Error {
  override readonly name = 'InklingError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: InklingErrorOptions = {}) {
    super(
      options.hint ? `${message} ${options.hint}` : message,
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.code = code;
    this.hint = options.hint;
    this.details = options.details ?? {};
    Object.defineProperty(this, marker, { value: true });
  }

  /** True for an Inkling error from any copy of the library in the process (instanceof is not). */
  static isInstance(value: unknown): value is InklingError {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[marker] === true;
  }
}

/** An Inkling error as plain data: an error loses its class and its fields on the way between threads. */
export interface ErrorParts {
  readonly code: ErrorCode;
  /** Without the way out. */
  readonly message: string;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

export function partsOfError({ code, message, hint, details }: InklingError): ErrorParts {
  const own = hint === undefined ? message : message.slice(0, -` ${hint}`.length);
  return { code, message: own, hint, details };
}

export function errorFromParts({ code, message, hint, details }: ErrorParts, cause?: unknown): InklingError {
  return new InklingError(code, message, { cause, details, ...(hint === undefined ? {} : { hint }) });
}

/** The error for an id that no observation of the organisation has. */
export function observationNotFound(id: string): InklingError {
  return new InklingError('observation-not-found', `No observation ${id} exists.`, {
    hint: 'Use an id from recall or an export. A forgotten observation no longer exists.',
    details: { id },
  });
}

/** The error for an experiment that there is not. */
export function experimentNotFound(what: string): InklingError {
  return new InklingError('experiment-not-found', `There is no experiment ${what}.`, {
    hint: 'org.experiments.list names those of a project and start begins one (inkling experiment status, start).',
  });
}

/** The error for an id that no session of the organisation has. */
export function sessionNotFound(sessionId: string): InklingError {
  return new InklingError('session-not-found', `No session ${sessionId} exists.`, {
    hint: 'Use an id from the list of sessions, or create the session first.',
    details: { sessionId },
  });
}
