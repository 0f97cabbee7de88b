import type { TenantDatabase } from '../../base/database/database.ts';
import { requireInput } from '../../base/require-input.ts';

/** Rows deleted in one transaction, as forgetting observations does. */
const CHUNK = 1000;

// A row of a live session's epoch is what keeps its text from being delivered twice, so it stays however old it is. Blocks of a session
// that has ended are done with, also those that were never confirmed. A session without a row tells nothing: only its closed blocks go.
const PURGE = `
  with chosen as (
    select q.id from session_memory_injects q left join sessions s on s.org_id = $1 and s.id = q.session_id
    where q.org_id = $1 and q.created_at < $2::timestamptz
      and (s.ended_at is not null or q.status in ('written', 'acked', 'dropped') and (s.id is null or q.epoch < s.epoch))
    order by q.id limit ${CHUNK} for update of q
  )
  delete from session_memory_injects q using chosen where q.org_id = $1 and q.id = chosen.id returning q.id`;

/** How far a purge goes. */
export interface PurgeInjectsOptions {
  /** It stops after the transaction that reaches this many rows. (Default: no end but the last row) */
  readonly most?: number;
}

/**
 * Deletes blocks that were enqueued before a moment and are done with. Works in chunks of 1000: when it fails midway, calling again does
 * the rest. Fails with `invalid-input` on a moment that is none.
 */
export async function purgeMemoryInjects(
  tenant: TenantDatabase,
  before: Date,
  { most = Number.POSITIVE_INFINITY }: PurgeInjectsOptions = {},
): Promise<{ readonly purged: number }> {
  requireInput(before instanceof Date && Number.isFinite(before.getTime()), 'before', 'a date');
  let purged = 0;
  for (let found = CHUNK; found === CHUNK && purged < most; purged += found) {
    found = (await tenant.query({ name: 'injects_purge', text: PURGE, values: [tenant.orgId, before] })).length;
  }
  return { purged };
}
