import type { ErrorCode } from '@inkling/engine';
import { ERROR_CODES } from '@inkling/engine/errors';
import { z } from 'zod';

/** What an error can be called on the wire: the engine's codes, and one for failures that nobody foresaw. */
export type ProblemCode = ErrorCode | 'unexpected';

/** Why a request was refused or failed. */
export interface Problem {
  readonly error: {
    /** What programs switch on. */
    readonly code: ProblemCode;
    readonly message: string;
    /** What the caller can do about it. */
    readonly wayOut: string | null;
    /** The same as in the header `x-request-id` and in the daemon's log. */
    readonly requestId: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

const PROBLEM_CODES = [...(Object.keys(ERROR_CODES) as ErrorCode[]), 'unexpected'] as const;

/** A problem on the wire. */
export const problemSchema: z.ZodType<Problem> = z
  .object({
    error: z.object({
      code: z.enum(PROBLEM_CODES),
      message: z.string(),
      wayOut: z.string().nullable(),
      requestId: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  })
  .meta({ id: 'Problem', description: 'Why a request was refused or failed.' });
