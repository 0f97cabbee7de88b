import { InklingError } from './errors.ts';

/** The error for a value that cannot be stored: names the field and what was expected of it. */
export function invalidInput(field: string, expectation: string): InklingError {
  return new InklingError('invalid-input', `${field} must be ${expectation}.`, { details: { field, expectation } });
}
