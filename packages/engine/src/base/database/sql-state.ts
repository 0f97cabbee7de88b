import { InklingError } from '../errors.ts';

/** The SQLSTATE that the database gave with a refusal (`details.sqlstate`, five characters), or undefined. */
export function sqlState(error: unknown): string | undefined {
  const state = InklingError.isInstance(error) ? error.details['sqlstate'] : undefined;
  return typeof state === 'string' ? state : undefined;
}
