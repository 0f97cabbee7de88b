import { type ErrorCode, InklingError } from '@inkling/engine';
import { ERROR_CODES } from '@inkling/engine/errors';
import { expect, test } from 'vitest';
import { statusByCode, statusOfError } from './problems.ts';

test('every code has a status', () => {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  expect(codes.filter((code) => statusByCode(code) === undefined)).toEqual([]);
});

test('an error that is not ours is a 500', () => {
  expect(statusOfError(new TypeError('x'))).toBe(500);
  expect(statusOfError(new InklingError('rate-limited', 'x'))).toBe(429);
});
