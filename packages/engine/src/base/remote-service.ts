import { InklingError, type ErrorCode } from './errors.ts';

/** A model behind HTTP, as messages and errors tell of it. */
export interface RemoteService {
  /** With its name: `embedding model openai/x`. */
  readonly title: string;
  readonly modelId: string;
  readonly codes: Readonly<Record<'unavailable' | 'refused' | 'invalid', ErrorCode>>;
  /** What the caller can do, by what happened. */
  readonly hint: Readonly<Record<'unavailable' | 'refused', string>>;
}

/** The error for an answer that cannot be used: says what was wrong with it, never what was asked. */
export function invalidServiceAnswer(service: RemoteService, problem: string, cause?: unknown): InklingError {
  return new InklingError(service.codes.invalid, `The ${service.title} ${problem}.`, {
    details: { modelId: service.modelId },
    ...(cause === undefined ? {} : { cause }),
  });
}
