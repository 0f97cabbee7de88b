import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput, requirePageLimit } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import type { StoredContextInjection } from './context-injection-log.ts';
import { INJECTION_LOG_COLUMNS } from './record-context-injection.ts';

/** What became of a block in the durable queue. Moments are ISO-8601 UTC. */
export interface InjectionDelivery {
  readonly injectId: string;
  readonly epoch: number;
  readonly status: 'pending' | 'delivered' | 'written' | 'acked' | 'dropped';
  readonly dropReason: string | null;
  /** How often it was handed over. */
  readonly attempts: number;
  readonly enqueuedAt: string;
  readonly deliveredAt: string | null;
  readonly ackedAt: string | null;
  readonly expiresAt: string | null;
  /** The block; '' after an observation that it names was forgotten. */
  readonly text: string;
}

/** One row of the injection log with its way to the agent. */
export interface DeliveredInjection extends StoredContextInjection {
  /** null = it was never enqueued, or the row was purged. */
  readonly delivery: InjectionDelivery | null;
}

/** How much of the log is wanted. */
export interface ListDeliveredInjectionsOptions {
  /** 1 to 100. (Default: 50) */
  readonly limit?: number;
  /** The id of the last injection of the page before. (Default: from the newest) */
  readonly before?: string;
}

/**
 * The queued block of the log row `l`. A hint is enqueued before its row is written, so its block is found by its hash; the same text comes once an
 * epoch, so the nearest in time.
 */
export const INJECT_OF_LOG = `
  select * from session_memory_injects q
  where q.org_id = $1 and q.session_id = l.session_id and (q.log_id = l.id or q.content_hash = l.trace ->> 'blockHash')
  order by (q.log_id = l.id) is true desc, abs(extract(epoch from q.created_at - l.created_at)) limit 1`;

const SELECT = `
  select ${INJECTION_LOG_COLUMNS},
    q.id as "injectId", q.epoch, q.status, q.drop_reason as "dropReason", q.attempts, q.created_at as "enqueuedAt",
    q.delivered_at as "deliveredAt", q.acked_at as "ackedAt", q.expires_at as "expiresAt", q.text
  from context_injection_logs l
  left join lateral (${INJECT_OF_LOG}) q on true
  where l.org_id = $1 and l.session_id = $2 and ($3::uuid is null or (l.created_at, l.id) < (
    select last.created_at, last.id from context_injection_logs last where last.org_id = $1 and last.id = $3))
  order by l.created_at desc, l.id desc limit $4`;

/** The injections of a session with their deliveries, newest first. Fails with `invalid-input`. */
export async function listDeliveredInjections(
  tenant: TenantDatabase,
  sessionId: string,
  { limit = 50, before }: ListDeliveredInjectionsOptions = {},
): Promise<readonly DeliveredInjection[]> {
  requireId(sessionId, 'sessionId');
  requirePageLimit(limit, 100);
  requireInput(before === undefined || isUuid(before), 'before', 'the id of an injection');
  const rows = await tenant.query<DeliveryRow>({
    text: SELECT,
    values: [tenant.orgId, sessionId, before ?? null, limit],
  });
  return rows.map(deliveredInjection);
}

type DeliveryRow = StoredContextInjection &
  Omit<InjectionDelivery, 'injectId'> &
  Row & { readonly injectId: string | null };

function deliveredInjection(row: DeliveryRow): DeliveredInjection {
  const { injectId, epoch, status, dropReason, attempts, enqueuedAt, deliveredAt, ackedAt, expiresAt, text, ...log } =
    row;
  const times = { enqueuedAt, deliveredAt, ackedAt, expiresAt };
  const delivery = injectId === null ? null : { injectId, epoch, status, dropReason, attempts, ...times, text };
  return { ...log, delivery };
}

/** A block, by what the log may know it by. */
interface LoggedBlock {
  readonly sessionId: string;
  readonly logId: string | null;
  /** SHA-256 hex of its text: a hint is enqueued before its row is written. */
  readonly contentHash: string;
}

/** The graph nodes that a block names, as far as it was logged. */
export async function injectedNodes(
  tenant: TenantDatabase,
  { sessionId, logId, contentHash }: LoggedBlock,
): Promise<readonly string[]> {
  const rows = await tenant.query<Row & { readonly id: string }>({
    name: 'injected_nodes',
    text: `
      select distinct unnest(l.graph_node_ids) as id from context_injection_logs l
      where l.org_id = $1 and l.session_id = $2 and (l.id = $3::uuid or l.trace ->> 'blockHash' = $4)`,
    values: [tenant.orgId, sessionId, logId, contentHash],
  });
  return rows.map(({ id }) => id);
}
