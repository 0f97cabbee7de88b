import { expect, test } from 'vitest';
import { openPostgres } from './postgres.ts';

const connectionString = 'postgres://inkling@127.0.0.1:1/inkling';

test.each<[unknown, string]>([
  [undefined, 'connectionString'],
  [null, 'connectionString'],
  [{}, 'connectionString'],
  [connectionString, 'connectionString'],
  [{ connectionString: undefined }, 'connectionString'],
  [{ connectionString: ' ' }, 'connectionString'],
  [{ connectionString: 'localhost:5432/inkling' }, 'connectionString'],
  [{ connectionString: 'inkling' }, 'connectionString'],
  [{ connectionString: 'mysql://inkling@localhost/inkling' }, 'connectionString'],
  [{ pool: {} }, 'pool'],
  [{ pool: null }, 'pool'],
  [{ connectionString, schema: '' }, 'schema'],
  [{ connectionString, max: 0 }, 'max'],
  [{ connectionString, max: '10' }, 'max'],
  [{ connectionString, connectTimeoutMs: -5 }, 'connectTimeoutMs'],
])('%o names no server, and none is looked for', async (options, field) => {
  await expect(openPostgres(options as never)).rejects.toMatchObject({ code: 'invalid-input', details: { field } });
});

test.each([
  connectionString.replace('postgres:', 'postgresql:'),
  '/nowhere/sockets inkling',
  'socket:/nowhere?db=inkling',
])('%s names one', async (address) => {
  const opened = openPostgres({ connectionString: address });
  await expect(opened).rejects.toMatchObject({ code: 'database-unavailable' });
});
