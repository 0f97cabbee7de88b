import { type ErrorCode, InklingError } from './errors.ts';

/** An Inkling error as plain data: an error loses its class and its fields on the way between threads. */
export interface ErrorParts {
  readonly code: ErrorCode;
  /** Without the way out. */
  readonly message: string;
  readonly wayOut: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

export function partsOfError({ code, message, wayOut, details }: InklingError): ErrorParts {
  const own = wayOut === undefined ? message : message.slice(0, -` ${wayOut}`.length);
  return { code, message: own, wayOut, details };
}

export function errorFromParts({ code, message, wayOut, details }: ErrorParts, cause?: unknown): InklingError {
  return new InklingError(code, message, { cause, details, ...(wayOut === undefined ? {} : { wayOut }) });
}
