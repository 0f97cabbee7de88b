import type { TenantDatabase, OperatorDatabase, Statement } from '../../base/database/database.ts';
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

/**
 * Organisations with blocks, logged tool calls or logged retrievals of before a moment, for the job that purges them. An operator's call: it reads these
 * tables once, and they hold only what one retention leaves.
 */
export async function listOrganisationsWithOldInjects(
  operator: OperatorDatabase,
  before: Date,
  limit: number,
): Promise<readonly string[]> {
  const rows = await operator.query<{ org_id: string }>({
    text: `
      select org_id from (
        select org_id from session_memory_injects where created_at < $1
        union
        select org_id from session_verb_events where created_at < $1
        union
        select org_id from session_retrievals where created_at < $1
      ) old limit $2`,
    values: [before, limit],
  });
  return rows.map((row) => row.org_id);
}

/**
 * The statement that drops what still waits for a session that ends. Run it in the transaction that ends the session, after the statement that
 * does (which waits for enqueues under way, so this one sees their blocks). The block in flight stays: its agent may have it, and its ack still counts.
 * Of a session that goes on after all (its lock was lost) it drops nothing.
 */
export function dropInjectsOfEndedSession(orgId: string, sessionId: string): Statement {
  return {
    name: 'injects_drop_of_ended_session',
    text: `
      update session_memory_injects set status = 'dropped', drop_reason = 'session-ended'
      where org_id = $1 and session_id = $2 and status = 'pending'
        and exists (select from sessions s where s.org_id = $1 and s.id = $2 and s.ended_at is not null)`,
    values: [orgId, sessionId],
  };
}

/** Gives up the block in flight under this delivery, because policies forbid it by now. An ack that came meanwhile stands. */
export async function dropDeniedInject(tenant: TenantDatabase, sessionId: string, deliveryId: string): Promise<void> {
  await tenant.query({
    name: 'injects_drop_denied',
    text: `
      update session_memory_injects set status = 'dropped', drop_reason = 'denied'
      where org_id = $1 and session_id = $2 and status = 'delivered' and delivery_id = $3::uuid`,
    values: [tenant.orgId, sessionId, deliveryId],
  });
}
