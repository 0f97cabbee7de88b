import type { OperatorDatabase, Statement } from './database.ts';
import { InklingError } from '../errors.ts';

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
 * The statement that goes before those of a transaction which is one message. Everything that it sets ends with the transaction, so it holds on
 * a connection that a transaction pooler hands to somebody else afterwards. Times are read as UTC text, hence the time zone. The role comes last,
 * when it can change nothing more.
 */
export function openingStatement(orgId: string | null, schema: string | null): Statement {
  const settings = [['timezone', 'UTC']];
  if (schema !== null) settings.push(['search_path', quoteIdentifier(schema)]);
  if (orgId !== null) settings.push(['inkling.org_id', orgId], ['role', TENANT_ROLE]);
  return {
    name: `inkling_opening${schema === null ? '' : '_schema'}${orgId === null ? '' : '_tenant'}`,
    text: `select ${settings.map(([setting], index) => `set_config('${setting}', $${index + 1}, true)`).join(', ')}`,
    values: settings.map(([, value]) => value),
  };
}

/** The same as a text that also begins the transaction, where it cannot be one message. */
export function openingFor(orgId: string | null, schema: string | null): string {
  const settings = [`set local timezone = 'UTC'`];
  if (schema !== null) settings.push(`set local search_path = ${quoteIdentifier(schema)}`);
  if (orgId !== null)
    settings.push(`set local inkling.org_id = ${quoteLiteral(orgId)}`, `set local role ${TENANT_ROLE}`);
  return `begin; ${settings.join('; ')}`;
}

/** A simple-protocol message has no bound values, so this one value is quoted; the E form means the same under every server setting. */
function quoteLiteral(value: string): string {
  if (value.includes('\0')) throw new InklingError('invalid-input', 'An organisation id cannot contain U+0000.');
  return `e'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Quotes a name for use as an SQL identifier. The one way a name gets into a statement's text. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
