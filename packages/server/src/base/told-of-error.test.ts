import { ERROR_CODES, InklingError } from '@inkling/engine/errors';
import { expect, test } from 'vitest';
import { isWrittenForReaders, toldOf } from './told-of-error.ts';

test('what a driver says stays in the log, its state is told', () => {
  for (const code of ['database-failed', 'database-unavailable', 'migration-failed'] as const) {
    const error = new InklingError(code, 'connect ECONNREFUSED 10.0.0.7:5432', {
      details: { sqlstate: '42P01', table: 'x' },
    });
    expect(isWrittenForReaders(error)).toBe(false);
    expect(toldOf(error)).toMatchObject({ code, message: ERROR_CODES[code], details: { sqlstate: '42P01' } });
    expect(JSON.stringify(toldOf(error))).not.toMatch(/10\.0\.0\.7|"x"/);
  }
});

test('an error of ours is told whole, its way out once, any other not at all', () => {
  const ours = new InklingError('rate-limited', 'Too many calls.', { hint: 'Wait.', details: { seconds: 2 } });
  const told = { code: 'rate-limited', message: 'Too many calls.', hint: 'Wait.', details: { seconds: 2 } };
  expect(toldOf(ours)).toEqual(told);
  expect(toldOf(new TypeError('secret'))).toMatchObject({ code: 'unexpected' });
  expect(isWrittenForReaders(new TypeError('secret'))).toBe(false);
});
