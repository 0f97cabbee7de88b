import { requireInput } from '../require-input.ts';
import type { TenantDatabase } from './database.ts';

/** Rows of one statement. Embedded, nothing else is answered meanwhile. */
const CHUNK = 500;

/**
 * Deletes a log's rows of before a moment, in chunks, until `most` are gone or none is left. `table` has the columns `id` and `created_at` and is
 * a constant of the caller, never input. Fails with `invalid-input`.
 */
export async function purgeBefore(
  tenant: TenantDatabase,
  table: string,
  before: Date,
  most: number = Number.POSITIVE_INFINITY,
): Promise<{ readonly purged: number }> {
  requireInput(before instanceof Date && Number.isFinite(before.getTime()), 'before', 'a date');
  let purged = 0;
  for (let found = CHUNK; found === CHUNK && purged < most; purged += found) {
    const rows = await tenant.query(
      {
        text: `
          delete from ${table} where org_id = $1 and id in (
            select id from ${table} where org_id = $1 and created_at < $2 limit ${CHUNK}) returning id`,
        values: [tenant.orgId, before],
      },
      { background: true },
    );
    found = rows.length;
  }
  return { purged };
}
