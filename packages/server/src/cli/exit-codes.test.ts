import { InklingError, type ErrorCode } from '@inkling/engine';
import { ERROR_CODES } from '@inkling/engine/errors';
import { expect, test } from 'vitest';
import { EXIT, exitCodeByError, exitCodeOf } from './exit-codes.ts';

test.each(Object.keys(ERROR_CODES) as ErrorCode[])('%s has an exit code', (code) => {
  expect(exitCodeByError(code)).toBeGreaterThan(0);
});

test('an error that is not ours is a failure', () => {
  expect(exitCodeOf(new Error('x'))).toBe(EXIT.failure);
  expect(exitCodeOf('x')).toBe(EXIT.failure);
  expect(exitCodeOf(new InklingError('data-directory-busy', 'x'))).toBe(3);
});

test('the numbers are these', () => {
  expect(EXIT).toEqual({
    ok: 0,
    failure: 1,
    usage: 2,
    busy: 3,
    partial: 4,
    notFound: 5,
    storage: 6,
    schema: 7,
    deadline: 8,
    cancelled: 130,
  });
});
