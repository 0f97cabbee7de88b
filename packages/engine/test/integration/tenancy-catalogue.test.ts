import { beforeAll, expect, test } from 'vitest';
import type { Database, Row } from '../../src/base/database/database.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

// It describes the database and not a tenant: the tenant role has no right to it, and a distributed PostgreSQL keeps it on one node.
const WITHOUT_TENANT = 'inkling_migrations';

// Of Inkling's own schema only; the database may hold other things.
const TENANT_TABLES = `
  select c.oid, c.relname as name from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and c.relname <> '${WITHOUT_TENANT}'`;

describeOnEachDatabase('tenancy in the catalogue', (open) => {
  let database: Database;
  let tables: string[];
  beforeAll(async () => {
    database = await open();
    tables = names(await select(`${TENANT_TABLES} order by 2`));
  });
  const select = (text: string): Promise<Row[]> => database.operator.query({ text, values: [] });

  test('there are tables to look at', () => {
    expect(tables).toContain('observations');
    expect(tables).toContain('context_injection_logs');
  });

  test('every table has org_id, not null', async () => {
    const withOrg = await select(`
      select t.name from (${TENANT_TABLES}) t
      join pg_attribute a on a.attrelid = t.oid and a.attname = 'org_id' and a.attnotnull order by 1`);
    expect(names(withOrg)).toEqual(tables);
  });

  test('every primary key, unique constraint and unique index starts with org_id [C-029]', async () => {
    const unique = await select(`
      select i.indexrelid::regclass::text as name, a.attname as first, i.indisprimary as primary, t.name as table
      from (${TENANT_TABLES}) t join pg_index i on i.indrelid = t.oid and i.indisunique
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]`);
    expect(unique.filter((index) => index['first'] !== 'org_id')).toEqual([]);
    const withPrimaryKey = unique.filter((index) => index['primary']).map((index) => String(index['table']));
    expect(withPrimaryKey.toSorted()).toEqual(tables);
  });

  test('every foreign key starts with org_id on both sides', async () => {
    const foreign = await select(`
      select k.conname as name, a.attname as here, b.attname as there
      from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
      where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`);
    expect(foreign.filter(({ here, there }) => here !== 'org_id' || there !== 'org_id')).toEqual([]);
  });

  test('every table has row-level security with a policy for the tenant role, for every command [C-030]', async () => {
    const guarded = await select(`
      select c.relname as name from pg_class c
      join pg_policies p on p.tablename = c.relname and p.schemaname = current_schema()
      where c.relnamespace = current_schema()::regnamespace and c.relrowsecurity
        and p.roles = '{inkling_tenant}' and p.cmd = 'ALL' and p.permissive = 'PERMISSIVE'
        and p.qual like '(org_id = current_setting(%' and p.with_check = p.qual
      order by 1`);
    expect(names(guarded)).toEqual(tables);
  });

  test('the tenant role owns nothing, cannot bypass the policies and has no right to the migrations', async () => {
    const [role] = await select(`
      select r.rolsuper or r.rolbypassrls or r.rolcanlogin or r.rolcreaterole or r.rolcreatedb as "hasPower",
        exists (select from pg_class c where c.relowner = r.oid) as "ownsTables",
        has_table_privilege(r.oid, '${WITHOUT_TENANT}', 'select, insert, update, delete') as "seesMigrations"
      from pg_roles r where r.rolname = 'inkling_tenant'`);
    expect(role).toEqual({ hasPower: false, ownsTables: false, seesMigrations: false });
  });

  test('every view reads with the rights of who asks', async () => {
    const views = await select(`
      select c.relname as name, coalesce(c.reloptions, '{}') @> '{security_invoker=true}' as guarded
      from pg_class c where c.relkind in ('v', 'm') and c.relnamespace = current_schema()::regnamespace order by 1`);
    expect(views).toEqual([{ name: 'retrieval_ab_logs', guarded: true }]);
  });

  test('a function that runs as its owner pins its search path and is not for everyone', async () => {
    const loose = await select(`
      select proname as name from pg_proc
      where pronamespace = current_schema()::regnamespace and prosecdef
        and (has_function_privilege('public', oid, 'execute') or not coalesce(proconfig::text, '') like '%search_path=%')`);
    expect(loose).toEqual([]);
  });

  test('nothing that a distributed PostgreSQL lacks: no sequence, trigger, rule or extension [C-031]', async () => {
    const banned = await select(`
      select 'sequence ' || relname as name from pg_class
        where relkind = 'S' and relnamespace = current_schema()::regnamespace
      union all select 'trigger ' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
      union all select 'rule ' || rulename from pg_rules where schemaname = current_schema()
      union all select 'extension ' || extname from pg_extension where extname <> 'plpgsql'
      union all select 'identity ' || attrelid::regclass || '.' || attname from pg_attribute a
        join pg_class c on c.oid = a.attrelid and c.relnamespace = current_schema()::regnamespace
        where a.attidentity <> ''`);
    expect(banned).toEqual([]);
  });
});

function names(rows: readonly Row[]): string[] {
  return rows.map((row) => String(row['name']));
}
