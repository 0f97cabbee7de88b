import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import type { QueueCall } from './queue-call.ts';

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
export const ackCall: QueueCall<AckEntry, AckInjectResult, AckInjectResult & Row> = {
  statement: (orgId, { sessionId, deliveryId }) => ({
    name: 'injects_ack',
    text: ACK,
    values: [orgId, sessionId, deliveryId],
  }),
  answer: (row) => ({ outcome: row?.outcome ?? 'unknown-delivery' }),
};

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
