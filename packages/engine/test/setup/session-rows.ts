import type { TenantDatabase } from '../../src/base/database/database.ts';

/** Writes a session that a worker holds, or takes it over for another one. The lock is good for a day. */
export async function holdSession(tenant: TenantDatabase, sessionId: string, lockToken: string): Promise<void> {
  await tenant.query({
    text: `insert into sessions (org_id, id, status, worker_id, lock_token, lock_expires_at, claimed_at)
      values ($1, $2, 'working', 'worker', $3, clock_timestamp() + interval '1 day', clock_timestamp())
      on conflict (org_id, id) do update set lock_token = excluded.lock_token, lock_expires_at = excluded.lock_expires_at`,
    values: [tenant.orgId, sessionId, lockToken],
  });
}

/** Lets the lock of a session run out. */
export async function expireLock(tenant: TenantDatabase, sessionId: string): Promise<void> {
  await tenant.query({
    text: `update sessions set lock_expires_at = clock_timestamp() - interval '1 second' where org_id = $1 and id = $2`,
    values: [tenant.orgId, sessionId],
  });
}

/** The agent's context was compacted. */
export async function nextEpoch(tenant: TenantDatabase, sessionId: string): Promise<void> {
  await tenant.query({
    text: 'update sessions set epoch = epoch + 1 where org_id = $1 and id = $2',
    values: [tenant.orgId, sessionId],
  });
}

/** The session completed. */
export async function endSession(tenant: TenantDatabase, sessionId: string): Promise<void> {
  await tenant.query({
    text: `update sessions set status = 'completed', worker_id = null, lock_token = null, lock_expires_at = null,
        ended_at = clock_timestamp() where org_id = $1 and id = $2`,
    values: [tenant.orgId, sessionId],
  });
}

/** Lets every open block with this text expire. */
export async function expireInject(tenant: TenantDatabase, sessionId: string, text: string): Promise<void> {
  await tenant.query({
    text: `update session_memory_injects set expires_at = clock_timestamp() - interval '1 second'
      where org_id = $1 and session_id = $2 and text = $3 and status in ('pending', 'delivered')`,
    values: [tenant.orgId, sessionId, text],
  });
}
