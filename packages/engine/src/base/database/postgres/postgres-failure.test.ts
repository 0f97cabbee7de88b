import { expect, test } from 'vitest';
import { statementFailure } from './postgres-failure.ts';

const DRIVERS_WORDS = 'could not extend file "base/5/16398": No space left on device';

test.each([
  ['53100', 'disk-full'],
  ['58030', 'database-unavailable'],
  ['25006', 'database-unavailable'],
  ['22021', 'invalid-input'],
  ['23505', 'database-failed'],
])('a refusal with the state %s is %s', (sqlstate, code) => {
  const error = statementFailure(Object.assign(new Error(DRIVERS_WORDS), { code: sqlstate }));
  expect(error).toMatchObject({ code, details: { sqlstate } });
  expect(error.message.includes(DRIVERS_WORDS)).toBe(code === 'database-failed');
  expect(typeof error.hint).toBe(code === 'database-failed' ? 'undefined' : 'string');
});
