import { missingOwnerSql } from '@inkling/engine/operator';
import { openPostgres } from '@inkling/engine/pg';
import { expect, test } from 'vitest';
import { migrate } from '../../src/base/database/migrate.ts';
import { MIGRATIONS } from '../../src/generated/migrations.ts';
import { asRole, createTestDatabase, runAsAdministrator } from '../setup/open-test-database.ts';

test('processes that start together on an empty database apply each migration once', async () => {
  const connectionString = await createTestDatabase('empty');
  const databases = await Promise.all(Array.from({ length: 4 }, () => openPostgres({ connectionString, max: 2 })));
  const [first] = databases;
  const rows = await first!.operator.query({ text: 'select number from inkling_migrations order by 1', values: [] });
  expect(rows).toEqual(MIGRATIONS.map(({ number }) => ({ number })));
  await Promise.all(databases.map((database) => database.close()));
});

test('processes that start together make one new schema', async () => {
  const connectionString = await createTestDatabase('empty');
  for (const schema of ['one', 'two', 'three']) {
    const open = () => openPostgres({ connectionString, schema, max: 2 });
    const opened = await Promise.allSettled([open(), open(), open(), open()]);
    await Promise.all(opened.flatMap((end) => (end.status === 'fulfilled' ? [end.value.close()] : [])));
    expect(opened.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
});

test('of two that apply one migration, the loser waits and goes on without applying it', async () => {
  const connectionString = await createTestDatabase();
  const databases = await Promise.all([1, 2].map(() => openPostgres({ connectionString, max: 1 })));
  const slow = {
    number: MIGRATIONS.at(-1)!.number + 1,
    name: 'slow',
    checksum: 'slow',
    breaking: false,
    sql: 'select pg_sleep(0.2); create table slow (id integer);',
  };
  const results = await Promise.all(databases.map((database) => migrate(database, [...MIGRATIONS, slow])));
  expect(results.flatMap(({ applied }) => applied)).toEqual([slow.number]);
  expect(results.map(({ version }) => version)).toEqual([slow.number, slow.number]);
  await Promise.all(databases.map((database) => database.close()));
});

test('the tables live in the schema that is asked for, and tenants work there', async () => {
  const connectionString = await createTestDatabase('empty');
  const database = await openPostgres({ connectionString, schema: 'Inkling "memory"' });
  const org = database.tenant('mine');
  await org.query({
    text: `insert into import_cursors (org_id, source, cursor) values ($1, 'git', '{}')`,
    values: ['mine'],
  });
  await org.query({ text: `select id from match_observation_terms('mine', null, 'a', now(), 1)`, values: [] });
  const rows = await database.operator.query({
    text: `select distinct schemaname from pg_tables where tablename = 'import_cursors'`,
    values: [],
  });
  expect(rows).toEqual([{ schemaname: 'Inkling "memory"' }]);
  expect(await org.query({ text: 'select org_id from import_cursors', values: [] })).toEqual([{ org_id: 'mine' }]);
  await database.close();
});

test('a role that may create roles needs no administrator', async () => {
  const url = await createTestDatabase('empty');
  // Roles belong to the whole server, and the tenant role exists on it: this role is given what its creator would have.
  await runAsAdministrator(
    `create role app_creator login createrole; grant inkling_tenant to app_creator with admin option;
     grant create on schema public to app_creator;`,
    url,
  );
  const database = await openPostgres({ connectionString: asRole(url, 'app_creator') });
  const rows = await database.tenant('mine').query({ text: 'select current_user::text as role', values: [] });
  expect(rows).toEqual([{ role: 'inkling_tenant' }]);
  await database.close();
});

test('a role that does not own the tables is told what lets it see all organisations', async () => {
  const url = await createTestDatabase('migrated');
  await runAsAdministrator(
    `create role app_member login; grant inkling_tenant to app_member; grant select on inkling_migrations to app_member;`,
    url,
  );
  const database = await openPostgres({ connectionString: asRole(url, 'app_member'), migrate: false });
  const sql = await missingOwnerSql(database.operator);
  expect(sql).toMatch(/^grant "[^"]+" to "app_member";$/);
  await runAsAdministrator(String(sql), url);
  expect(await missingOwnerSql(database.operator)).toBeNull();
  await database.close();
});

test('without the right to use the tenant role the error is the SQL that an administrator must run', async () => {
  const url = await createTestDatabase('empty');
  await runAsAdministrator(`create role "app ""plain""" login; grant create on schema public to "app ""plain""";`, url);
  const connectionString = asRole(url, encodeURIComponent('app "plain"'));
  const refused = await openPostgres({ connectionString }).catch((error: unknown) => error);
  const sql = 'grant inkling_tenant to "app ""plain""";';
  expect(refused).toMatchObject({ code: 'database-role-missing', details: { sql } });
  await runAsAdministrator(sql, url);
  const database = await openPostgres({ connectionString });
  await database.close();
  await expect(openPostgres({ connectionString, migrate: false }).then((d) => d.close())).resolves.toBeUndefined();
});

test('without migrating, an empty database is refused', async () => {
  const connectionString = await createTestDatabase('empty');
  await expect(openPostgres({ connectionString, migrate: false })).rejects.toMatchObject({
    code: 'migration-required',
    details: { version: 0 },
  });
});

test('a role that may not read the tables is told what lets it, and one that finds a name taken where to go', async () => {
  const url = await createTestDatabase('migrated');
  await runAsAdministrator('create role app_stranger login; grant inkling_tenant to app_stranger;', url);
  const connectionString = asRole(url, 'app_stranger');
  for (const migrate of [true, false, 'compatible'] as const) {
    const refused = await openPostgres({ connectionString, migrate }).catch((error: unknown) => error);
    const sql = expect.stringMatching(/^grant "[^"]+" to "app_stranger";$/) as unknown;
    expect(refused).toMatchObject({ code: 'database-role-missing', details: { sql } });
  }
  const taken = await createTestDatabase('empty');
  await runAsAdministrator('create table observations (id integer)', taken);
  await expect(openPostgres({ connectionString: taken })).rejects.toMatchObject({
    code: 'migration-failed',
    hint: expect.stringContaining('a schema of its own') as unknown,
  });
});
