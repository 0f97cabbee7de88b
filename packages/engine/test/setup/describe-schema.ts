import type { Database, Row, Statement } from '../../src/base/database/database.ts';

const OURS = `current_schema()::regnamespace`;

const PARTS: Readonly<Record<string, Statement>> = {
  columns: {
    text: `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
        a.attnotnull as "notNull", pg_get_expr(d.adbin, d.adrelid) as default, a.attstorage::text as storage
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relkind in ('r', 'p') and c.relnamespace = ${OURS}
      order by c.relname, a.attnum`,
    values: [],
  },
  // Since PostgreSQL 18 "not null" is a constraint of its own ('n'); the columns above say it on every version.
  constraints: {
    text: `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = ${OURS} and contype <> 'n' order by 1, 2`,
    values: [],
  },
  indexes: {
    text: `select tablename as table, indexname as name, indexdef as definition
      from pg_indexes where schemaname = current_schema() order by 1, 2`,
    values: [],
  },
  policies: {
    text: `select tablename as table, policyname as name, permissive, roles::text[] as roles, cmd as command,
        qual as using, with_check as "withCheck"
      from pg_policies where schemaname = current_schema() order by 1, 2`,
    values: [],
  },
  rowSecurity: {
    text: `select relname as table, relrowsecurity as enabled
      from pg_class where relkind in ('r', 'p') and relnamespace = ${OURS} order by 1`,
    values: [],
  },
  grants: {
    text: `select table_name as table, array_agg(privilege_type::text order by privilege_type) as "tenantMay"
      from information_schema.role_table_grants
      where grantee = 'inkling_tenant' and table_schema = current_schema() group by 1 order by 1`,
    values: [],
  },
  functions: {
    text: `select proname as name, pg_get_functiondef(oid) as definition
      from pg_proc where pronamespace = ${OURS} order by 1, 2`,
    values: [],
  },
  views: {
    text: `select c.relname as name, c.reloptions as options, array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relkind = 'v' and c.relnamespace = ${OURS} group by 1, 2 order by 1`,
    values: [],
  },
  otherObjects: {
    text: `select relname as name, relkind::text as kind
      from pg_class where relnamespace = ${OURS} and relkind not in ('r', 'i', 'p', 'I') order by 1`,
    values: [],
  },
};

/** The finished schema as data, the same on every database and version that it was migrated on. */
export async function describeSchema({ operator }: Database): Promise<Record<string, readonly Row[]>> {
  const parts = await operator.batch(Object.values(PARTS));
  return Object.fromEntries(Object.keys(PARTS).map((name, index) => [name, parts[index] ?? []]));
}
