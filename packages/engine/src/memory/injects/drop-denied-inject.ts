import type { TenantDatabase } from '../../base/database/database.ts';

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
