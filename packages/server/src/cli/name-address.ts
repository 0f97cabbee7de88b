import { InklingError } from '@inkling/engine/errors';
import type { Storage } from '../config/storage.ts';

/**
 * The error of a server that cannot be reached, with the option or variable that named it, so that nobody looks into another one. Every other
 * error stays as it is.
 */
export function nameAddress(error: unknown, { namedBy }: Extract<Storage, { kind: 'postgres' }>): unknown {
  if (!InklingError.isInstance(error) || error.code !== 'database-unavailable') return error;
  const { code, message, wayOut = '', details, cause } = error;
  // The class appends the way out to its message.
  const what = message.slice(0, message.length - wayOut.length).trimEnd();
  const another = `Check ${namedBy}, that the server runs, and that it accepts more connections.`;
  return new InklingError(code, what, { wayOut: another, details, cause });
}
