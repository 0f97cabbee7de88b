import { expect, test } from 'vitest';
import { openPglite } from '@inkling/engine/pglite';
import { databaseContract } from '../contracts/database-contract.ts';

databaseContract('PGlite in memory', () => openPglite());

test.each([
  ['a caller with a deadline', { signal: new AbortController().signal }],
  ['a read that says that a tool call waits for it', { urgent: true }],
])('%s does not wait for the writes that were left before it', async (_who, options) => {
  const database = await openPglite();
  try {
    const org = database.tenant('acme');
    const order: string[] = [];
    // Each keeps the one connection for a while, so that the others are there before the first has ended.
    const slow = { text: 'select count(*) from generate_series(1, 200000)', values: [] };
    const writes = Array.from({ length: 10 }, (_, at) => org.query(slow).then(() => order.push(`write ${at}`)));
    const read = org.query({ text: 'select 1', values: [] }, options).then(() => order.push('read'));
    await Promise.all([...writes, read]);
    expect(order.indexOf('read')).toBeLessThan(order.indexOf('write 9'));
    expect(order.filter((name) => name !== 'read')).toEqual(writes.map((_, at) => `write ${at}`));
  } finally {
    await database.close();
  }
});
