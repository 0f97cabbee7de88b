import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Statement } from '../../src/base/database/database.ts';

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
    values(current);
    roundTrips(current);
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
    const behind = (source: string): Promise<unknown> => org.query(cursorInsert(org.orgId, source), { behind: true });
    const broken = [cursorInsert(org.orgId, 'never'), { text: 'select 1 / $1::int', values: [0] }];
    const written = Promise.allSettled([behind('one'), org.batch(broken, { behind: true }), behind('two')]);
    await database().settled?.();
    if (!database().settled) await written;
    expect(await org.query(cursorSources(org.orgId))).toEqual([{ source: 'one' }, { source: 'two' }]);
    expect((await written).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
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

/** SQL expression, and what it must be in JavaScript. The session's time zone and date style must not show. */
const VALUES: readonly (readonly [expression: string, value: unknown])[] = [
  ['null::text', null],
  [`'text'::text`, 'text'],
  [`''::text`, ''],
  ['true', true],
  ['false', false],
  ['32767::int2', 32767],
  ['(-2147483648)::int4', -2147483648],
  ['9223372036854775807::int8', '9223372036854775807'],
  ['1::int8', '1'],
  ['count(*)', '1'],
  ['0.1::float8', 0.1],
  ['1.5::float4', 1.5],
  ['12.50::numeric', '12.50'],
  [`'2026-11-22T01:02:03.000Z'::timestamptz`, '2026-11-22T01:02:03.000Z'],
  [`'2026-11-22T01:02:03.4Z'::timestamptz`, '2026-11-22T01:02:03.400Z'],
  [`'2026-11-22T01:02:03.123456Z'::timestamptz`, '2026-11-22T01:02:03.123456Z'],
  [`'2026-11-22T01:02:03+02'::timestamptz`, '2026-11-21T23:02:03.000Z'],
  [`'1969-12-31T23:59:59.999Z'::timestamptz`, '1969-12-31T23:59:59.999Z'],
  [`'infinity'::timestamptz`, 'infinity'],
  [`'2026-11-22'::date`, '2026-11-22'],
  [`'018f3c5e-0000-7000-8000-000000000001'::uuid`, '018f3c5e-0000-7000-8000-000000000001'],
  [`'{"a": [1, null, "b"], "c": 1.5}'::jsonb`, { a: [1, null, 'b'], c: 1.5 }],
  [`'[1, 2]'::jsonb`, [1, 2]],
  [`'"text"'::jsonb`, 'text'],
  [`'null'::jsonb`, null],
  [`'\\x00ff10'::bytea`, new Uint8Array([0, 255, 16])],
  [`'{}'::text[]`, []],
  [
    `array['a', null, 'NULL', 'b c', 'd,e', '{f}', 'g"h', 'i\\j', '']`,
    ['a', null, 'NULL', 'b c', 'd,e', '{f}', 'g"h', 'i\\j', ''],
  ],
  [`array[1, -9223372036854775808]::int8[]`, ['1', '-9223372036854775808']],
  ['array[1, null, 3]::int4[]', [1, null, 3]],
  ['array[0.5, 2]::float8[]', [0.5, 2]],
  ['array[true, false]', [true, false]],
  [`array['018f3c5e-0000-7000-8000-000000000001']::uuid[]`, ['018f3c5e-0000-7000-8000-000000000001']],
  [`array['2026-11-22T01:02:03.4Z']::timestamptz[]`, ['2026-11-22T01:02:03.400Z']],
  [`array['{"a": 1}', '[]']::jsonb[]`, [{ a: 1 }, []]],
  [
    'array[[1, 2], [3, 4]]::int4[]',
    [
      [1, 2],
      [3, 4],
    ],
  ],
];

function values(database: () => Database): void {
  test.each(VALUES)('%s arrives as %j', async (expression, value) => {
    const [row] = await database().operator.query({ text: `select ${expression} as value`, values: [] });
    const arrived = row?.['value'];
    // An adapter may answer a subclass of Uint8Array (pg: Buffer); the bytes are what counts.
    expect(arrived instanceof Uint8Array ? new Uint8Array(arrived) : arrived).toEqual(value);
  });

  test.each([
    ['undefined', undefined, 'text', null],
    ['a Date', new Date('2026-11-22T01:02:03.004Z'), 'timestamptz', '2026-11-22T01:02:03.004Z'],
    ['a bigint', 9223372036854775807n, 'int8', '9223372036854775807'],
    ['an object', { a: [1] }, 'jsonb', { a: [1] }],
    ['JSON text of an array', '[{"a":1}]', 'jsonb', [{ a: 1 }]],
    ['a boolean', false, 'boolean', false],
    ['bytes', new Uint8Array([0, 1, 255]), 'bytea', new Uint8Array([0, 1, 255])],
    ['an empty list', [], 'uuid[]', []],
    ['a list of bigint', [1n, -2n], 'int8[]', ['1', '-2']],
    ['a list with null', ['a', null], 'text[]', ['a', null]],
  ])('%s can be bound', async (_, value, type, expected) => {
    const [row] = await database().operator.query({ text: `select $1::${type} as value`, values: [value] });
    const arrived = row?.['value'];
    expect(arrived instanceof Uint8Array ? new Uint8Array(arrived) : arrived).toEqual(expected);
  });
}

// PostgreSQL's text cannot hold U+0000, and a lone surrogate is not UTF-8.
const storable = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\u0000', ''));

function roundTrips(database: () => Database): void {
  test('any list of texts comes back as it went in', async () => {
    const list = fc.array(fc.option(storable), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(list, async (texts) => {
        const rows = await database().operator.query({ text: 'select $1::text[] as value', values: [texts] });
        expect(rows).toEqual([{ value: texts }]);
      }),
      { numRuns: 50 },
    );
  });

  test('any moment comes back as the same ISO text', async () => {
    const moment = fc.date({
      min: new Date('1000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(moment, async (date) => {
        const rows = await database().operator.query({
          text: 'select $1::timestamptz as value',
          values: [date.toISOString()],
        });
        expect(rows).toEqual([{ value: date.toISOString() }]);
      }),
      { numRuns: 50 },
    );
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
