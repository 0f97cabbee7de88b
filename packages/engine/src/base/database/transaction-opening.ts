import { InklingError } from '../errors.ts';
import type { Statement } from './database.ts';
import { quoteIdentifier } from './quote-identifier.ts';
import { TENANT_ROLE } from './tenant-role.ts';

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
