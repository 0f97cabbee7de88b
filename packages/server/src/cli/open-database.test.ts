import { InklingError } from '@inkling/engine/errors';
import { expect, test } from 'vitest';
import { nameAddress } from './open-database.ts';

test.each(['--database-url', 'INKLING_DATABASE_URL', 'DATABASE_URL'] as const)('%s is named', (namedBy) => {
  const cause = new Error('refused');
  const error = new InklingError('database-unavailable', 'No.', { hint: 'Look.', cause, details: { code: 'X' } });
  expect(nameAddress(error, { kind: 'postgres', connectionString: 'postgres://a/b', namedBy })).toMatchObject({
    code: 'database-unavailable',
    message: `No. Check ${namedBy}, that the server runs, and that it accepts more connections.`,
    hint: `Check ${namedBy}, that the server runs, and that it accepts more connections.`,
    details: { code: 'X' },
    cause,
  });
});

test('another error stays', () => {
  const storage = { kind: 'postgres', connectionString: 'postgres://a/b', namedBy: 'DATABASE_URL' } as const;
  for (const error of [new InklingError('migration-newer', 'x'), new Error('y'), null]) {
    expect(nameAddress(error, storage)).toBe(error);
  }
});
