import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import type { StoredContextInjection } from './context-injection-log.ts';

const SELECT = `
  select org_id as "orgId", id, session_id as "sessionId", project_id as "projectId", work_type as "workType",
         budget_tokens as "budgetTokens", actual_tokens as "actualTokens", observation_ids as "observationIds",
         session_summary_ids as "sessionSummaryIds", graph_node_ids as "graphNodeIds", graph_edge_keys as "graphEdgeKeys",
         query_text as "queryText", created_at as "timestamp", trace, shown
  from context_injection_logs
  where org_id = $1 and session_id = $2
  order by created_at desc, id desc
  limit $3`;

const LIMIT_MAX = 1000;

/** How much of the log is wanted. */
export interface ListContextInjectionsOptions {
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
}

/**
 * The injections of one session, newest first. Empty when there are none. Fails with `invalid-input` on a blank session or
 * a limit out of range. Source: seed "Graph Context Injection", checking graph context at runtime.
 */
export async function listContextInjections(
  tenant: TenantDatabase,
  sessionId: string,
  options: ListContextInjectionsOptions = {},
): Promise<StoredContextInjection[]> {
  const { limit = 100 } = options;
  requireId(sessionId, 'sessionId');
  requireInput(Number.isInteger(limit) && limit >= 1 && limit <= LIMIT_MAX, 'limit', 'a whole number from 1 to 1000');
  return tenant.query<StoredContextInjection & Row>({ text: SELECT, values: [tenant.orgId, sessionId, limit] });
}
