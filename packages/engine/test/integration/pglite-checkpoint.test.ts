import { openPglite } from '@inkling/engine/pglite';
import { expect, test } from 'vitest';

test('a log that has grown long is cut by a checkpoint while the database goes on', async () => {
  const database = await openPglite();
  const logBytes = async (): Promise<number> => {
    const [row] = await database.operator.query({
      text: 'select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
      values: [],
    });
    return Number(row?.['bytes']);
  };
  await database.tenant('log').query({
    text: `insert into import_cursors (org_id, source, cursor)
      select $1, number::text, to_jsonb(repeat(md5(number::text), 12)) from generate_series(1, 70000) as number`,
    values: ['log'],
  });
  expect(await logBytes()).toBeGreaterThan(32 * 2 ** 20);
  for (let request = 0; request < 200; request += 1) {
    await database.operator.query({ text: 'select 1', values: [], name: 'log_nothing' });
  }
  expect(await logBytes()).toBeLessThan(2 ** 20);
  await database.close();
});
