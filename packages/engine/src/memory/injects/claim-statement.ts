import { INJECT_COLUMNS, type MemoryInject, type MemoryInjectRow } from './memory-inject.ts';

/** A block as it is handed to a worker, which confirms it with `ackMemoryInject(sessionId, deliveryId)`. */
export type DeliveredInject = Pick<
  MemoryInject,
  'sessionId' | 'agentId' | 'text' | 'observationIds' | 'source' | 'logId' | 'epoch' | 'attempts'
> & { readonly deliveryId: string };

/** A claim or a heartbeat that has been looked over. */
export interface ClaimEntry {
  readonly sessionId: string;
  /** For a block that was not handed over before. */
  readonly freshId: string;
  readonly lockToken: string | null;
  /** The delivery that the caller confirms. */
  readonly ackedId: string | null;
  /** How long the lock holds from now; null for a claim, which does not refresh it. */
  readonly ttlMs: number | null;
}

/**
 * The claim of one block, as one statement. `holder` is the query that answers one row (`epoch`, `now` and `lock_expires_at`) when the
 * caller may claim and none when it may not; it locks the session's row, so the lock cannot change hands in between.
 * Values: $1 organisation, $2 session, $3 a fresh delivery id, $4 lock token, $5 the delivery that the caller confirms or null, $6 how long the lock is
 * to hold, for a holder that refreshes it.
 *
 * closed  what the caller confirms, and what has expired: also a block in flight, which a new holder would otherwise get late.
 * next    the block in flight, else the oldest pending one. It waits for `closed`, so that at most one row is in flight at any moment.
 * taken   repeats the condition on the status, because an ack may land in between: without it an acknowledged row came back to life
 *         at 8 claimers. A claim in a later epoch takes the row along, so what was delivered is known to the epoch that saw it.
 * hasMore whether another one waits behind it, so that nobody has to ask once more to hear that nothing does.
 */
export function claimStatement(holder: string): string {
  return `
  with holder as (${holder}), closed as (
    update session_memory_injects q
    set status = case when q.delivery_id = $5::uuid then 'acked' else 'dropped' end,
        acked_at = case when q.delivery_id = $5 then h.now end,
        drop_reason = case when q.delivery_id = $5 then null else 'expired' end
    from holder h
    where q.org_id = $1 and q.session_id = $2 and q.status in ('pending', 'delivered')
      and (q.delivery_id = $5 or q.expires_at <= h.now)
    returning q.status
  ), settled as (
    select count(*) filter (where closed.status = 'acked') as acked from closed
  ), next as (
    select q.epoch, q.content_hash, h.epoch as current_epoch, h.now
    from holder h cross join settled
    join session_memory_injects q on q.org_id = $1 and q.session_id = $2 and q.status in ('pending', 'delivered')
    where (q.delivery_id is null or $5::uuid is null or q.delivery_id <> $5) and (q.expires_at is null or q.expires_at > h.now)
    order by q.status = 'delivered' desc, q.created_at, q.id
    limit 1
  ), taken as (
    update session_memory_injects q
    set status = 'delivered', epoch = coalesce(n.current_epoch, q.epoch), delivery_id = coalesce(q.delivery_id, $3::uuid),
        delivered_to = $4::uuid, attempts = q.attempts + 1, delivered_at = coalesce(q.delivered_at, n.now)
    from next n
    where q.org_id = $1 and q.session_id = $2 and q.epoch = n.epoch and q.content_hash = n.content_hash
      and q.status in ('pending', 'delivered')
    returning ${INJECT_COLUMNS}
  )
  select t.*, h.lock_expires_at as "lockExpiresAt", settled.acked > 0 as "wasAcked", exists (
      select from session_memory_injects q
      where q.org_id = $1 and q.session_id = $2 and q.status = 'pending' and (q.expires_at is null or q.expires_at > h.now)
        and not exists (select from next n where n.epoch = q.epoch and n.content_hash = q.content_hash)) as "hasMore"
  from holder h cross join settled left join taken t on true`;
}

/** What {@link claimStatement} answers: no row = the lock is lost, a row without a delivery = nothing to deliver. */
export type ClaimRow = MemoryInjectRow & {
  readonly lockExpiresAt: string | null;
  readonly wasAcked: boolean;
  readonly hasMore: boolean;
};

/** The values of {@link claimStatement}, but for $6. */
export function claimValues(orgId: string, { sessionId, freshId, lockToken, ackedId }: ClaimEntry): unknown[] {
  return [orgId, sessionId, freshId, lockToken, ackedId];
}

/** The block that a claim answered, or null when there was none. */
export function deliveredInject(row: ClaimRow): DeliveredInject | null {
  const { sessionId, agentId, text, observationIds, source, logId, epoch, attempts, deliveryId } = row;
  if (deliveryId === null) return null;
  return { sessionId, deliveryId, agentId, text, observationIds, source, logId, epoch, attempts };
}
