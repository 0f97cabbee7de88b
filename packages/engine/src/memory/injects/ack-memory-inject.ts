import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';

/** How an acknowledgement ends. Only the first changes anything. */
export interface AckInjectResult {
  /**
   * 'acked': the block is consumed, the next one may be claimed. 'already-acked': a repeated or late ack. 'dropped': it came after the block was
   * given up (it expired in flight, or was forgotten). 'unknown-delivery': no such delivery, or one of before the session's last
   * compaction whose text was enqueued anew since. 'lock-lost': whoever acknowledges by a lock does not hold it,
   * or, after the session's end, was not the last one to be handed the block.
   */
  readonly outcome: 'acked' | 'already-acked' | 'dropped' | 'unknown-delivery' | 'lock-lost';
}

// `late` is looked up only when nothing was in flight under this id, and locks its row to see what a concurrent ack made of it.
const ACK = `
  with acked as (
    update session_memory_injects q set status = 'acked', acked_at = clock_timestamp()
    where q.org_id = $1 and q.session_id = $2 and q.status in ('delivered', 'written') and q.delivery_id = $3::uuid
    returning q.status
  ), late as (
    select q.status from session_memory_injects q
    where q.org_id = $1 and q.session_id = $2 and q.delivery_id = $3 and not exists (select from acked)
    for share
  )
  select 'acked' as outcome from acked
  union all
  select case late.status when 'dropped' then 'dropped' else 'already-acked' end from late`;

// found   looked up session by session, and then by id and not by status: how much is in flight in the whole organisation must not matter,
//         whatever the planner knows of it.
// flown   leaves out what somebody holds, so no ack waits for another session's, and locks in the order in which forgetting does.
const ACK_TOGETHER = `
  with found as (
    select f.id, a.delivery_id from unnest($2::text[], $3::uuid[]) as a (session_id, delivery_id)
    cross join lateral (
      select q.id from session_memory_injects q
      where q.org_id = $1 and q.session_id = a.session_id and q.status in ('delivered', 'written') and q.delivery_id = a.delivery_id limit 1
    ) f
  ), flown as (
    select q.id, found.delivery_id from found
    join session_memory_injects q on q.org_id = $1 and q.id = found.id
    order by q.id for no key update of q skip locked
  )
  update session_memory_injects q set status = 'acked', acked_at = clock_timestamp()
  from flown
  where q.org_id = $1 and q.id = flown.id and q.status not in ('pending', 'acked', 'dropped') and q.delivery_id = flown.delivery_id
  returning q.session_id as "sessionId"`;

export interface AckEntry {
  readonly sessionId: string;
  readonly deliveryId: string;
}

/** Looks an ack over. Throws `invalid-input` on what names no session or no delivery. */
export function ackEntry(sessionId: string, deliveryId: string): AckEntry {
  requireId(sessionId, 'sessionId');
  requireInput(isUuid(deliveryId), 'deliveryId', 'the id that the claim answered');
  return { sessionId, deliveryId };
}

/**
 * Confirms that the agent has a block. No lock is asked for: that the agent has it is a fact, also when its worker has lost the session
 * meanwhile, and only who was handed the block knows its `deliveryId`. Never fails on a late or repeated ack.
 * Seed "In-Session Injection", contract section 7.
 */
export async function ackMemoryInject(
  tenant: TenantDatabase,
  { sessionId, deliveryId }: AckEntry,
  { background = false }: Pick<AckInjectOptions, 'background'> = {},
): Promise<AckInjectResult> {
  const statement = { name: 'injects_ack', text: ACK, values: [tenant.orgId, sessionId, deliveryId] };
  const [row] = await tenant.query<AckInjectResult & Row>(statement, { background });
  return { outcome: row?.outcome ?? 'unknown-delivery' };
}

/** Who acknowledges. */
export interface AckInjectOptions {
  /**
   * The token that claiming the session gave: only its holder's ack counts, and after the session's end that of whoever was handed the block last.
   * (Default: whoever knows the `deliveryId`)
   */
  readonly lockToken?: string;
  /** Nobody waits for it: it gives way to what somebody waits for. (Default: false) */
  readonly background?: boolean;
}

/**
 * Whether this token may confirm a delivery: that of the session's lock, also of one that has run out and that nobody took since. A session that
 * has ended has no lock: there it is the token that the block was handed to last.
 */
export async function mayAck(
  tenant: TenantDatabase,
  { sessionId, deliveryId }: AckEntry,
  lockToken: string,
): Promise<boolean> {
  requireInput(isUuid(lockToken), 'lockToken', 'the token that claiming the session gave');
  const rows = await tenant.query({
    name: 'injects_may_ack',
    text: `
      select from sessions s where s.org_id = $1 and s.id = $2 and (s.lock_token = $3::uuid or s.ended_at is not null and exists (
        select from session_memory_injects q
        where q.org_id = $1 and q.session_id = $2 and q.delivery_id = $4::uuid and q.delivered_to = $3))`,
    values: [tenant.orgId, sessionId, lockToken, deliveryId],
  });
  return rows.length > 0;
}

/** Confirms blocks of different sessions. Undefined for one that was left alone, because it is not in flight or somebody holds it. */
export async function ackMemoryInjects(
  tenant: TenantDatabase,
  entries: readonly AckEntry[],
): Promise<(AckInjectResult | undefined)[]> {
  const rows = await tenant.query<{ readonly sessionId: string }>({
    name: 'injects_ack_together',
    text: ACK_TOGETHER,
    values: [tenant.orgId, entries.map(({ sessionId }) => sessionId), entries.map(({ deliveryId }) => deliveryId)],
  });
  const acked = new Set(rows.map(({ sessionId }) => sessionId));
  return entries.map(({ sessionId }) => (acked.has(sessionId) ? { outcome: 'acked' } : undefined));
}
