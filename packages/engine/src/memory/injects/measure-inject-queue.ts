import type { Row, TenantDatabase } from '../../base/database/database.ts';

/** What waits in the queues of one organisation. */
export interface InjectQueueState {
  readonly pending: number;
  readonly inFlight: number;
  /** Age of the oldest block that is not acknowledged, in ms; 0 when nothing waits. */
  readonly oldestAgeMs: number;
}

/** Depth and age of the queue, for metrics. Reads the index of open rows only: what was delivered costs nothing. */
export async function measureInjectQueue(tenant: TenantDatabase): Promise<InjectQueueState> {
  const [state] = await tenant.query<InjectQueueState & Row>({
    name: 'injects_measure',
    text: `
      select count(*) filter (where q.status = 'pending')::integer as pending,
             count(*) filter (where q.status = 'delivered')::integer as "inFlight",
             coalesce(extract(epoch from clock_timestamp() - min(q.created_at)) * 1000, 0)::double precision as "oldestAgeMs"
      from session_memory_injects q where q.org_id = $1 and q.status in ('pending', 'delivered')`,
    values: [tenant.orgId],
  });
  return state ?? { pending: 0, inFlight: 0, oldestAgeMs: 0 };
}
