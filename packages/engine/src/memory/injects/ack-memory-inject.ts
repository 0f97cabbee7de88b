import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';

/** How an acknowledgement ends. Only the first changes anything. */
export interface AckInjectResult {
  /**
   * 'acked': the block is consumed, the next one may be claimed. 'already-acked': a repeated or late ack. 'dropped': it came after the block was
   * given up (it expired in flight, or was forgotten). 'unknown-delivery': no such delivery, or one of before the session's last
   * compaction whose text was enqueued anew since.
   */
  readonly outcome: 'acked' | 'already-acked' | 'dropped' | 'unknown-delivery';
}

// `late` is looked up only when nothing was in flight under this id, and locks its row to see what a concurrent ack made of it.
const ACK = `
  with acked as (
    update session_memory_injects q set status = 'acked', acked_at = clock_timestamp()
    where q.org_id = $1 and q.session_id = $2 and q.status = 'delivered' and q.delivery_id = $3::uuid
    returning q.status
  ), late as (
    select q.status from session_memory_injects q
    where q.org_id = $1 and q.session_id = $2 and q.delivery_id = $3 and not exists (select from acked)
    for share
  )
  select 'acked' as outcome from acked
  union all
  select case late.status when 'dropped' then 'dropped' else 'already-acked' end from late`;

/**
 * Confirms that the agent has a block. No lock is asked for: that the agent has it is a fact, also when its worker has lost the session
 * meanwhile, and only who was handed the block knows its `deliveryId`. Never fails on a late or repeated ack.
 * Seed "In-Session Injection", contract section 7.
 */
export async function ackMemoryInject(
  tenant: TenantDatabase,
  sessionId: string,
  deliveryId: string,
): Promise<AckInjectResult> {
  requireId(sessionId, 'sessionId');
  requireInput(isUuid(deliveryId), 'deliveryId', 'the id that the claim answered');
  const [row] = await tenant.query<AckInjectResult & Row>({
    name: 'injects_ack',
    text: ACK,
    values: [tenant.orgId, sessionId, deliveryId],
  });
  return { outcome: row?.outcome ?? 'unknown-delivery' };
}
