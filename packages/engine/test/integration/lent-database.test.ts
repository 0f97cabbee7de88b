import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../setup/describe-on-each-database.ts';
import { openTestDatabase } from '../setup/open-test-database.ts';

const CURSOR = { text: `insert into import_cursors (org_id, source, cursor) values ('acme', 'git', '{}')`, values: [] };
const cursors = { text: 'select source from import_cursors', values: [] };

describe.each(databaseKinds())('a database that is lent to one test after the other (%s)', (kind) => {
  test('has nothing of what was written before, and answers who gave it back no more', async () => {
    const first = await openTestDatabase(kind);
    const late = first.operator.query(CURSOR);
    await Promise.all([first.close(), first.close()]);
    await late;
    const next = await openTestDatabase(kind);
    expect(await next.operator.query(cursors)).toEqual([]);
    expect(await next.tenant('acme').query(cursors)).toEqual([]);
    await expect(first.operator.query(cursors)).rejects.toMatchObject({ code: 'closed' });
    await next.close();
  });

  test('is lent no more when its schema was changed, or the record of its migrations', async () => {
    for (const change of [
      'create table left_behind (n int)',
      'alter table observations add left_behind int',
      'revoke select on observations from inkling_tenant',
      'alter table observations no force row level security; alter table observations disable row level security',
      "update inkling_migrations set name = 'left behind'",
    ]) {
      const changed = await openTestDatabase(kind);
      await changed.operator.query({ text: change });
      await changed.operator.query({ text: "comment on schema public is 'changed'" });
      await changed.close();
      const next = await openTestDatabase(kind);
      const [row] = await next.operator.query({ text: "select obj_description('public'::regnamespace) as said" });
      expect([change, row!['said'] === 'changed']).toEqual([change, false]);
      await next.close();
    }
  });
});
