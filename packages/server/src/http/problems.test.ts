import { InklingError } from '@inkling/engine';
import { expect, test } from 'vitest';
import { statusOfError } from './problems.ts';

test('an error that is not ours is a 500', () => {
  expect(statusOfError(new TypeError('x'))).toBe(500);
  expect(statusOfError(new InklingError('rate-limited', 'x'))).toBe(429);
});
