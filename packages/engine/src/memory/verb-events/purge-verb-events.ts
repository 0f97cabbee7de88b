import type { TenantDatabase } from '../../base/database/database.ts';
import { requireInput } from '../../base/require-input.ts';

/** Rows of one statement. */
const CHUNK = 5000;

/** Deletes events of before a moment, in chunks, until `most` are gone or none is left. Fails with `invalid-input`. */
export async function purgeVerbEvents(
  tenant: TenantDatabase,
  before: Date,
  most: number = Number.POSITIVE_INFINITY,
): Promise<{ readonly purged: number }> {
  requireInput(before instanceof Date && Number.isFinite(before.getTime()), 'before', 'a date');
  let purged = 0;
  for (let found = CHUNK; found === CHUNK && purged < most; purged += found) {
    const rows = await tenant.query({
      text: `
        delete from session_verb_events where org_id = $1 and id in (
          select id from session_verb_events where org_id = $1 and created_at < $2 limit ${CHUNK}) returning id`,
      values: [tenant.orgId, before],
    });
    found = rows.length;
  }
  return { purged };
}
