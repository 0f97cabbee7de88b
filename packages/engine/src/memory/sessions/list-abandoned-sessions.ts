import type { OperatorDatabase } from '../../base/database/database.ts';

/** A session that its worker left behind. */
export interface AbandonedSession {
  readonly orgId: string;
  readonly sessionId: string;
}

/**
 * Sessions that this worker holds and whose lock has run out, the oldest first, for the job that ends them. An operator's call. The range says
 * when the lock runs out, in milliseconds from now: before `beforeMs` (default: 0) and not before `fromMs` (default: however long ago).
 */
export async function listAbandonedSessions(
  operator: OperatorDatabase,
  workerId: string,
  limit: number,
  { beforeMs = 0, fromMs }: { readonly beforeMs?: number; readonly fromMs?: number } = {},
): Promise<readonly AbandonedSession[]> {
  const rows = await operator.query<{ org_id: string; id: string }>({
    text: `
      select org_id, id from sessions
      where status in ('claimed', 'working') and worker_id = $1
        and lock_expires_at < clock_timestamp() + $3 * interval '1 ms'
        and ($4::float8 is null or lock_expires_at >= clock_timestamp() + $4 * interval '1 ms')
      order by lock_expires_at limit $2`,
    values: [workerId, limit, beforeMs, fromMs ?? null],
  });
  return rows.map((row) => ({ orgId: row.org_id, sessionId: row.id }));
}
