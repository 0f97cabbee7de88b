import { InklingError } from '@inkling/engine/errors';
import { ERROR_ENDS, type ProblemStatus } from '../base/error-ends.ts';
import { toldOf } from '../base/told-of-error.ts';
import type { Problem } from '../contract/endpoint.ts';

export function problemOfError(error: unknown, requestId: string): Problem {
  return { error: { ...toldOf(error), requestId } };
}

export function statusOfError(error: unknown): ProblemStatus {
  return InklingError.isInstance(error) ? ERROR_ENDS[error.code][0] : 500;
}
