import { InklingError } from '../errors.ts';
import { quoteIdentifier } from './quote-identifier.ts';
import { TENANT_ROLE } from './tenant-role.ts';

/**
 * The text that opens a transaction on a server, as one message. Everything in it ends with the transaction, so it holds on a
 * connection that a transaction pooler hands to somebody else afterwards. The time zone is fixed because times are read as UTC text.
 */
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
