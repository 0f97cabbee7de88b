import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Statement } from '../../src/base/database/database.ts';
import { databaseValues } from './database-values.ts';

const cursorInsert = (orgId: string, source: string): Statement => ({
  text: `insert into import_cursors (org_id, source, cursor) values ($1, $2, '{}')`,
  values: [orgId, source],
});
const cursorSources = (orgId: string): Statement => ({
  text: 'select source from import_cursors where org_id = $1 order by source',
  values: [orgId],
});

/** What every adapter of the database port must do. `open` gives a migrated database that nobody else writes to. */
export function databaseContract(name: string, open: () => Promise<Database>): void {
  describe(`database contract: ${name}`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
    }, 120_000);
    afterAll(() => database.close());
    const current = (): Database => database;

    transactions(current);
    tenants(current);
    failures(current);
    aborts(current);
    databaseValues(current);
    closing(open);
  });
}

function transactions(database: () => Database): void {
  test('a batch answers one list of rows for each statement, in order', async () => {
    const answer = await database().operator.batch([
      { text: 'select 1 as n', values: [] },
      { text: 'select n from generate_series(1, 0) as n', values: [] },
      { text: 'select $1::int as n', values: [3] },
    ]);
    expect(answer).toEqual([[{ n: 1 }], [], [{ n: 3 }]]);
  });

  test('a batch is all or none', async () => {
    const org = database().tenant('contract-all-or-none');
    const broken = org.batch([cursorInsert(org.orgId, 'kept?'), { text: 'select 1 / $1::int', values: [0] }]);
    await expect(broken).rejects.toMatchObject({ code: 'database-failed' });
    expect(await org.query(cursorSources(org.orgId))).toEqual([]);
  });

  test('what fails only as it is committed fails, and leaves nothing', async () => {
    const { operator } = database();
    await operator.batch([
      { text: 'create table contract_parents (id int primary key)', values: [] },
      {
        text: 'create table contract_children (id int references contract_parents deferrable initially deferred)',
        values: [],
      },
    ]);
    const orphan: Statement = { text: 'insert into contract_children values ($1)', values: [1] };
    await expect(operator.query(orphan)).rejects.toMatchObject({
      code: 'database-failed',
      details: { sqlstate: '23503' },
    });
    expect(await operator.query({ text: 'select id from contract_children', values: [] })).toEqual([]);
  });

  test('concurrent batches do not interleave their settings or their rows', async () => {
    const orgs = Array.from({ length: 12 }, (_, index) => `contract-concurrent-${index}`);
    const read: Statement = {
      text: `select current_setting('inkling.org_id') as org`,
      values: [],
      name: 'contract_org',
    };
    const answers = await Promise.all(orgs.map((orgId) => database().tenant(orgId).batch([read, read])));
    expect(answers).toEqual(orgs.map((org) => [[{ org }], [{ org }]]));
  });

  test('what nobody waits for is written whole or not at all, and settled says when', async () => {
    const org = database().tenant('contract-behind');
    const behind = (source: string): Promise<unknown> =>
      org.query(cursorInsert(org.orgId, source), { background: true });
    const broken = [cursorInsert(org.orgId, 'never'), { text: 'select 1 / $1::int', values: [0] }];
    const written = Promise.allSettled([behind('one'), org.batch(broken, { background: true }), behind('two')]);
    await database().settled?.();
    if (!database().settled) await written;
    expect(await org.query(cursorSources(org.orgId))).toEqual([{ source: 'one' }, { source: 'two' }]);
    expect((await written).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('a later statement happens at a later moment, however soon it follows', async () => {
    const moment: Statement = { text: 'select extract(epoch from clock_timestamp())::float8 as at', values: [] };
    const answers = await database().operator.batch(Array.from({ length: 100 }, () => moment));
    const moments = answers.map(([row]) => row?.['at'] as number);
    expect(moments).toEqual([...new Set(moments)].toSorted((a, b) => a - b));
  });

  test('a statement without values may hold several commands', async () => {
    const rows = await database().operator.query({ text: 'select 1 as n; select 2 as n' });
    expect(rows.at(-1)).toEqual({ n: 2 });
  });

  test('a named statement can be run again beside a text of several commands', async () => {
    const named: Statement = { text: 'select $1::int as n', values: [1], name: 'contract_beside' };
    const script: Statement = { text: 'select 2 as n; select 3 as n' };
    await database().operator.query(named);
    expect(await database().operator.batch([named, script, named])).toEqual([
      [{ n: 1 }],
      expect.anything(),
      [{ n: 1 }],
    ]);
    expect(await database().operator.query(named)).toEqual([{ n: 1 }]);
  });

  test('a named statement can be run again, also after it failed', async () => {
    const named = (value: number): Statement => ({
      text: 'select 6 / $1::int as n',
      values: [value],
      name: 'contract_div',
    });
    await expect(database().operator.query(named(0))).rejects.toMatchObject({ code: 'database-failed' });
    expect(await database().operator.query(named(2))).toEqual([{ n: 3 }]);
    expect(await database().operator.batch([named(3), named(6)])).toEqual([[{ n: 2 }], [{ n: 1 }]]);
  });
}

const whoAmI: Statement = {
  text: `select current_user::text as role, nullif(current_setting('inkling.org_id', true), '') as org`,
  values: [],
};

function tenants(database: () => Database): void {
  test('a tenant statement runs under the tenant role with its organisation set', async () => {
    const rows = await database()
      .tenant('contract-role')
      .query({ text: `select current_user::text as role, current_setting('inkling.org_id') as org`, values: [] });
    expect(rows).toEqual([{ role: 'inkling_tenant', org: 'contract-role' }]);
  });

  test('role and organisation end with the transaction, also with a failed one', async () => {
    await expect(
      database()
        .tenant('contract-leak')
        .query({ text: 'select 1 / $1::int', values: [0] }),
    ).rejects.toMatchObject({ code: 'database-failed' });
    const rows = await database().operator.query<{ role: string; org: string | null }>(whoAmI);
    expect(rows[0]?.role).not.toBe('inkling_tenant');
    expect(rows[0]?.org).toBeNull();
  });

  test('role and organisation end with a transaction that wrote', async () => {
    await database().tenant('contract-after').query(cursorInsert('contract-after', 'a'));
    const rows = await database().operator.query<{ role: string; org: string | null }>(whoAmI);
    expect(rows[0]?.role).not.toBe('inkling_tenant');
    expect(rows[0]?.org).toBeNull();
  });

  test('row-level security hides other organisations even from a statement without its filter', async () => {
    await database().tenant('contract-a').query(cursorInsert('contract-a', 'a'));
    await database().tenant('contract-b').query(cursorInsert('contract-b', 'b'));
    const unfiltered: Statement = { text: 'select source from import_cursors', values: [] };
    expect(await database().tenant('contract-a').query(unfiltered)).toEqual([{ source: 'a' }]);
    expect(await database().tenant('contract-b').query(unfiltered)).toEqual([{ source: 'b' }]);
  });

  test('row-level security refuses a row of another organisation', async () => {
    const foreign = database().tenant('contract-a').query(cursorInsert('contract-b', 'smuggled'));
    await expect(foreign).rejects.toMatchObject({ code: 'database-failed', details: { sqlstate: '42501' } });
  });

  test('an organisation whose name looks like SQL is only a name', async () => {
    const orgId = `x', true); reset role; --"\\`;
    const rows = await database()
      .tenant(orgId)
      .query({ text: `select current_user::text as role, current_setting('inkling.org_id') as org`, values: [] });
    expect(rows).toEqual([{ role: 'inkling_tenant', org: orgId }]);
  });
}

function failures(database: () => Database): void {
  test.each([
    ['a syntax error', { text: 'selec $1::int', values: [1] }, '42601'],
    ['an unknown table', { text: 'select * from no_such_table', values: [] }, '42P01'],
    ['a value that does not fit its type', { text: 'select $1::int', values: ['many'] }, '22P02'],
  ])('%s carries its SQLSTATE', async (_, statement, sqlstate) => {
    const refused = database().operator.query(statement);
    await expect(refused).rejects.toMatchObject({ code: 'database-failed', details: { sqlstate } });
  });

  test('a text with a NUL character is refused as input', async () => {
    const refused = database().operator.query({ text: 'select $1::text as text', values: ['a\0b'] });
    await expect(refused).rejects.toMatchObject({ code: 'invalid-input', details: { sqlstate: '22021' } });
  });

  test('a unique violation names its constraint and the database goes on working', async () => {
    const org = database().tenant('contract-unique');
    await org.query(cursorInsert(org.orgId, 'once'));
    await expect(org.query(cursorInsert(org.orgId, 'once'))).rejects.toMatchObject({
      code: 'database-failed',
      details: { sqlstate: '23505', constraint: 'import_cursors_pkey' },
    });
    expect(await org.query(cursorSources(org.orgId))).toEqual([{ source: 'once' }]);
  });
}

function aborts(database: () => Database): void {
  test('a signal that is already aborted runs nothing and rejects with its reason', async () => {
    const reason = new Error('given up before');
    const org = database().tenant('contract-abort-before');
    const options = { signal: AbortSignal.abort(reason) };
    await expect(org.query(cursorInsert(org.orgId, 'never'), options)).rejects.toBe(reason);
    expect(await org.query(cursorSources(org.orgId))).toEqual([]);
  });

  test('aborting rejects with the reason and the database goes on working', async () => {
    const reason = new Error('given up');
    const controller = new AbortController();
    const long = database().operator.query(
      { text: 'select count(*) from generate_series(1, $1::int)', values: [300_000] },
      { signal: controller.signal },
    );
    controller.abort(reason);
    await expect(long).rejects.toBe(reason);
    expect(await database().operator.query({ text: 'select 1 as n', values: [] })).toEqual([{ n: 1 }]);
  });
}

function closing(open: () => Promise<Database>): void {
  test('close lets what was asked finish, may be called twice, and ends the handle', async () => {
    const database = await open();
    const asked = database.operator.query({ text: 'select 1 as n', values: [] });
    await Promise.all([database.close(), database.close()]);
    expect(await asked).toEqual([{ n: 1 }]);
    await expect(database.operator.query({ text: 'select 1', values: [] })).rejects.toMatchObject({ code: 'closed' });
  }, 120_000);
}
