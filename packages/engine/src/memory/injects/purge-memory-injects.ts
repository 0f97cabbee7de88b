import type { TenantDatabase, OperatorDatabase, Statement } from '../../base/database/database.ts';

/**
 * What is done with, and its order is that in which forgetting locks. A row of a live session's epoch is what keeps its text from being delivered twice,
 * so it stays however old it is. Blocks of a session that has ended are done with, also those that were never confirmed. A session without a row
 * tells nothing: only its closed blocks go.
 */
export const DONE_WITH = `
  and coalesce((
    select s.ended_at is not null or q.status in ('written', 'acked', 'dropped') and q.epoch < s.epoch
    from sessions s where s.org_id = $1 and s.id = q.session_id
  ), q.status in ('written', 'acked', 'dropped'))
  order by q.id for update of q`;

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
