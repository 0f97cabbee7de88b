import { InklingError, type ErrorCode } from '@inkling/engine';
import { ERROR_CODES } from '@inkling/engine/errors';
import { problemSchema } from '../contract/problem.ts';

/** The error that a daemon refused a request with; the same class and code as if the engine had thrown it here. */
export async function readProblem(response: Response): Promise<Error> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => null));
  // A code that this version does not know is another daemon's: its words are kept.
  if (!parsed.success) {
    return new InklingError('daemon-unavailable', `The answer was ${response.status}, and no daemon's.`, {
      wayOut: 'Look what listens there, and start the daemon with `inkling up`.',
    });
  }
  const { code, message, wayOut, requestId, details } = parsed.data.error;
  if (!isErrorCode(code)) return new Error(`${message} (request ${requestId})`);
  return new InklingError(code, message, {
    details: { ...details, requestId },
    ...(wayOut === null ? {} : { wayOut }),
  });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}
