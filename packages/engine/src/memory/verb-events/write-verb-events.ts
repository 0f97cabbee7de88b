import type { TenantDatabase } from '../../base/database/database.ts';
import { uuidv7 } from '../../base/uuid.ts';
import { wellFormedText } from '../../base/well-formed-text.ts';
import type { VerbEventRecord } from './verb-event.ts';

/** Rows of one statement. Embedded, nothing else is answered meanwhile: a thousand would hold a tool call up. */
const ROWS_PER_WRITE = 100;

// A path is a name in a list: what is longer is cut, as nothing is looked up by it.
const TEXT_MAX = 512;

/** Writes events, a hundred to a statement. */
export async function writeVerbEvents(tenant: TenantDatabase, events: readonly VerbEventRecord[]): Promise<void> {
  for (let from = 0; from < events.length; from += ROWS_PER_WRITE) {
    await insertRows(tenant, events.slice(from, from + ROWS_PER_WRITE).map(rowOf));
  }
}

const storable = (text: string): string => wellFormedText(text.slice(0, TEXT_MAX));

function rowOf(event: VerbEventRecord): object {
  return {
    id: uuidv7(event.endedAt),
    session_id: event.sessionId,
    project_id: event.projectId ?? '',
    tool: storable(event.tool),
    phase: event.phase,
    path: event.path === null ? null : storable(event.path),
    outcome: event.outcome,
    reason: event.reason,
    elapsed_ms: event.elapsedMs,
    lag_ms: event.lagMs,
    actual_tokens: event.actualTokens,
    observation_ids: event.observationIds,
    degraded: event.degraded,
    created_at: new Date(event.endedAt).toISOString(),
  };
}

async function insertRows(tenant: TenantDatabase, rows: readonly object[]): Promise<void> {
  await tenant.query({
    name: 'verb_events_write',
    text: `
      insert into session_verb_events (org_id, id, session_id, project_id, tool, phase, path, outcome, reason, elapsed_ms, lag_ms,
        actual_tokens, observation_ids, degraded, created_at)
      select $1, r.* from jsonb_to_recordset($2::jsonb) as r (id uuid, session_id text, project_id text, tool text, phase text, path text,
        outcome text, reason text, elapsed_ms float8, lag_ms float8, actual_tokens integer, observation_ids uuid[], degraded text,
        created_at timestamptz)`,
    values: [tenant.orgId, JSON.stringify(rows)],
  });
}
