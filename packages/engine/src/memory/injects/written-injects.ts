import type { TenantDatabase } from '../../base/database/database.ts';
import type { AckEntry } from './ack-memory-inject.ts';

/**
 * The block in flight stands in an answer now: the next one may come, and whether the agent has this one is told later. False when it is not in
 * flight any more.
 */
export async function markInjectWritten(tenant: TenantDatabase, { sessionId, deliveryId }: AckEntry): Promise<boolean> {
  const rows = await tenant.query({
    name: 'injects_written',
    text: `
      update session_memory_injects q set status = 'written'
      where q.org_id = $1 and q.session_id = $2 and q.delivery_id = $3::uuid and q.status = 'delivered'
      returning q.id`,
    values: [tenant.orgId, sessionId, deliveryId],
  });
  return rows.length > 0;
}

/**
 * The answer did not reach the agent: the block waits again, with its delivery's id, before what came into the queue later. False when it is none that
 * was written in the session's present epoch, or when its text waits already.
 */
export async function returnMemoryInject(
  tenant: TenantDatabase,
  { sessionId, deliveryId }: AckEntry,
): Promise<boolean> {
  const rows = await tenant.query({
    name: 'injects_return',
    text: `
      update session_memory_injects q set status = 'pending'
      from sessions s
      where q.org_id = $1 and q.session_id = $2 and q.delivery_id = $3::uuid and q.status = 'written'
        and s.org_id = $1 and s.id = $2 and s.epoch = q.epoch and s.ended_at is null
        and not exists (
          select from session_memory_injects o
          where o.org_id = $1 and o.session_id = $2 and o.content_hash = q.content_hash and o.status in ('pending', 'delivered'))
      returning q.id`,
    values: [tenant.orgId, sessionId, deliveryId],
  });
  return rows.length > 0;
}
