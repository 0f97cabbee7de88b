import type { OperatorDatabase, Statement } from './database.ts';

/** The plain role that every tenant statement runs under. It owns nothing, so row-level security binds it. */
export const TENANT_ROLE = 'inkling_tenant';

/**
 * What an administrator must run so that the connecting role can become the tenant role; null when nothing is missing.
 * Creating a role needs the CREATEROLE right, which applications on managed servers often lack.
 */
export async function missingRoleSql(operator: OperatorDatabase): Promise<string | null> {
  const [role] = await operator.query<{ owner: string; exists: boolean; usable: boolean }>({
    text: `select current_user::text as owner, r.oid is not null as exists,
        coalesce(pg_has_role(current_user, r.oid,
          case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end), false) as usable
      from (select 1) one left join pg_roles r on r.rolname = $1`,
    values: [TENANT_ROLE],
  });
  if (!role || role.usable) return null;
  const create = role.exists ? '' : `create role ${TENANT_ROLE} nologin; `;
  return `${create}grant ${TENANT_ROLE} to ${quoteIdentifier(role.owner)};`;
}

/**
 * What an administrator must run so that the connecting role sees all organisations' rows, as an operator's calls need: row security shows a role that does
 * not own the tables, nor inherits from their owner, none of them, without an error. null when nothing is missing.
 */
export async function missingOwnerSql(operator: OperatorDatabase): Promise<string | null> {
  const [table] = await operator.query<{ owner: string; role: string; sees: boolean }>({
    text: `select pg_get_userbyid(t.relowner)::text as owner, current_user::text as role,
        pg_has_role(current_user, t.relowner, 'usage') as sees
      from pg_class t where t.oid = 'observations'::regclass`,
  });
  if (!table || table.sees) return null;
  return `grant ${quoteIdentifier(table.owner)} to ${quoteIdentifier(table.role)};`;
}

/**
 * The statement that goes before those of a transaction. Everything that it sets ends with the transaction, so it holds on
 * a connection that a transaction pooler hands to somebody else afterwards. Times are read as UTC text and bytes as hex, whatever the database is set to. The role comes last,
 * when it can change nothing more.
 */
export function openingStatement(orgId: string | null, schema: string | null): Statement {
  const settings = [
    ['timezone', 'UTC'],
    ['datestyle', 'ISO'],
    ['bytea_output', 'hex'],
  ];
  if (schema !== null) settings.push(['search_path', quoteIdentifier(schema)]);
  if (orgId !== null) settings.push(['inkling.org_id', orgId], ['role', TENANT_ROLE]);
  return {
    name: `inkling_opening${schema === null ? '' : '_schema'}${orgId === null ? '' : '_tenant'}`,
    text: `select ${settings.map(([setting], index) => `set_config('${setting}', $${index + 1}, true)`).join(', ')}`,
    values: settings.map(([, value]) => value),
  };
}

/** Quotes a name for use as an SQL identifier. The one way a name gets into a statement's text. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
