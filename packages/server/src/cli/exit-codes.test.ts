import { InklingError } from '@inkling/engine';
import { expect, test } from 'vitest';
import { EXIT, exitCodeOf } from './exit-codes.ts';

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
