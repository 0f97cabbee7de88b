import type { ErrorCode } from '@inkling/engine';
import { ERROR_CODES, InklingError } from '@inkling/engine/errors';
import { z } from 'zod';

/** Why a request was refused or failed, on the wire. */
export const problemSchema = z
  .object({
    error: z.object({
      /** What programs switch on: the engine's codes, and one for failures that nobody foresaw. */
      code: z.enum([...(Object.keys(ERROR_CODES) as ErrorCode[]), 'unexpected']),
      message: z.string(),
      /** What the caller can do about it. */
      hint: z.string().nullable(),
      /** The same as in the header `x-request-id` and in the daemon's log. */
      requestId: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  })
  .meta({ id: 'Problem', description: 'Why a request was refused or failed.' });

/** Why a request was refused or failed. */
export type Problem = z.output<typeof problemSchema>;

/** The error for an id that no observation of the organisation has, in the engine's words. */
export function observationNotFound(id: string): InklingError {
  return new InklingError('observation-not-found', `No observation ${id} exists.`, {
    hint: 'Take an id as recall or an export names it; what was forgotten is gone.',
    details: { id },
  });
}
