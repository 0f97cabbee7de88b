import type { Clock } from '../../base/clock.ts';
import type { Statement, TenantDatabase, Row } from '../../base/database/database.ts';
import { uuidv7 } from '../../base/uuid.ts';
import {
  boundQueryText,
  requireContextInjection,
  type ContextInjectionLog,
  type GraphEdgeKey,
  type StoredContextInjection,
} from './context-injection-log.ts';
import { traceAsJson } from './injection-trace.ts';
import { requireId, requireWholeNumber } from '../../base/require-input.ts';

// A replayed write is a no-op. The key starts with org_id, so another organisation's row with this id is no conflict.
const INSERT = `
  insert into context_injection_logs
    (org_id, id, session_id, project_id, work_type, budget_tokens, actual_tokens, observation_ids, session_summary_ids,
     graph_node_ids, graph_edge_keys, query_text, created_at, trace, shown)
  values ($1, $2, $3, $4, $5, $6, $7, $8::uuid[], $9::uuid[], $10::uuid[], $11::jsonb, $12, $13, $14::jsonb, $15)
  on conflict (org_id, id) do nothing`;

/** Only the three fields of the seed: whatever else hangs on the caller's objects stays out of the log. */
function edgeKeysAsJson(edges: readonly GraphEdgeKey[]): string {
  return JSON.stringify(
    edges.map(({ sourceId, targetId, relationshipName }) => ({ sourceId, targetId, relationshipName })),
  );
}

/**
 * Writes the row of one injection and returns its id. Written for every injection, an empty or undelivered one included:
 * feedback learns from it and the analytics count it. Fails with `invalid-input` on a log that cannot be stored, and with
 * the database's codes when the write fails. `behind`: it gives way to what somebody waits for. Source: seed "Context Injection", the injection log.
 */
export async function recordContextInjection(
  tenant: TenantDatabase,
  clock: Clock,
  log: ContextInjectionLog,
  { background = false }: { readonly background?: boolean } = {},
): Promise<string> {
  requireContextInjection(log, tenant.orgId);
  const now = clock.now();
  const id = log.id ?? uuidv7(now);
  await tenant.query(insertion(tenant.orgId, id, new Date(now), log), { background });
  return id;
}

function insertion(orgId: string, id: string, createdAt: Date, log: ContextInjectionLog): Statement {
  return {
    name: 'injection_log_record',
    text: INSERT,
    values: [
      ...[orgId, id, log.sessionId, log.projectId ?? null, log.workType, log.budgetTokens, log.actualTokens],
      ...[log.observationIds, log.sessionSummaryIds, log.graphNodeIds ?? [], edgeKeysAsJson(log.graphEdgeKeys ?? [])],
      ...[boundQueryText(log.queryText), createdAt, log.trace ? traceAsJson(log.trace) : null, log.shown ?? true],
    ],
  };
}

/** The columns of a {@link StoredContextInjection}, of the table under the alias `l`. */
export const INJECTION_LOG_COLUMNS = `l.org_id as "orgId", l.id, l.session_id as "sessionId", l.project_id as "projectId", l.work_type as "workType",
  l.budget_tokens as "budgetTokens", l.actual_tokens as "actualTokens", l.observation_ids as "observationIds",
  l.session_summary_ids as "sessionSummaryIds", l.graph_node_ids as "graphNodeIds", l.graph_edge_keys as "graphEdgeKeys",
  l.query_text as "queryText", l.created_at as "timestamp", l.trace, l.shown`;

const SELECT = `
  select ${INJECTION_LOG_COLUMNS} from context_injection_logs l
  where l.org_id = $1 and l.session_id = $2
  order by l.created_at desc, l.id desc
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
  requireWholeNumber(limit, 'limit', 1, LIMIT_MAX);
  return tenant.query<StoredContextInjection & Row>({ text: SELECT, values: [tenant.orgId, sessionId, limit] });
}
