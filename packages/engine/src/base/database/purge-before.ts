import { requireInput } from '../require-input.ts';
import type { TenantDatabase } from './database.ts';

/** Rows of one statement. Embedded, nothing else is answered meanwhile. */
const CHUNK = 500;

/** How far a purge goes. */
export interface PurgeOptions {
  /** It stops after the transaction that reaches this many rows. (Default: no end but the last row) */
  readonly most?: number;
}

/**
 * Deletes rows of before a moment, in chunks, until `most` are gone or none is left: when it fails midway, calling again does the rest. `table` has
 * the columns `id` and `created_at`; it and `more`, what else holds of its rows `q` and how they are locked, are constants of the caller, never
 * input. Fails with `invalid-input` on a moment that is none.
 */
export async function purgeBefore(
  tenant: TenantDatabase,
  table: string,
  before: Date,
  { most = Number.POSITIVE_INFINITY }: PurgeOptions = {},
  more = '',
): Promise<{ readonly purged: number }> {
  requireInput(before instanceof Date && Number.isFinite(before.getTime()), 'before', 'a date');
  let purged = 0;
  for (let found = CHUNK; found === CHUNK && purged < most; purged += found) {
    const rows = await tenant.query(
      {
        text: `
          delete from ${table} where org_id = $1 and id in (
            select q.id from ${table} q where q.org_id = $1 and q.created_at < $2 ${more} limit ${CHUNK}) returning id`,
        values: [tenant.orgId, before],
      },
      { background: true },
    );
    found = rows.length;
  }
  return { purged };
}
