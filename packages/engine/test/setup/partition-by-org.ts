import type { Database } from '../../src/base/database/database.ts';

/** How many partitions each table gets. The same number everywhere, so one organisation has one number in all tables. */
export const PARTITIONS = 4;

/**
 * Rebuilds every tenant table as one that is hash-partitioned by org_id, with the same columns, keys and policy: what a
 * distributed PostgreSQL does with the schema. The tables must be empty.
 */
export async function partitionByOrg({ operator }: Database): Promise<void> {
  const foreignKeys = await operator.query<{ table: string; definition: string }>({
    text: `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    values: [],
  });
  const tables = await operator.query<{ name: string }>({
    text: `select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relrowsecurity`,
    values: [],
  });
  const text = [
    ...tables.map(({ name }) => partitionTable(name)),
    ...foreignKeys.map(({ table, definition }) => `alter table ${table} add ${definition};`),
  ].join('\n');
  await operator.query({ text });
}

function partitionTable(table: string): string {
  const partitions = Array.from(
    { length: PARTITIONS },
    (_, n) =>
      `create table ${table}_part${n} partition of ${table} for values with (modulus ${PARTITIONS}, remainder ${n});`,
  );
  return `
    alter table ${table} rename to ${table}_plain;
    create table ${table} (like ${table}_plain including all) partition by hash (org_id);
    drop table ${table}_plain cascade;
    alter table ${table} enable row level security;
    create policy tenant on ${table} to inkling_tenant
      using (org_id = current_setting('inkling.org_id', true))
      with check (org_id = current_setting('inkling.org_id', true));
    grant select, insert, update, delete on ${table} to inkling_tenant;
    ${partitions.join('\n')}`;
}
