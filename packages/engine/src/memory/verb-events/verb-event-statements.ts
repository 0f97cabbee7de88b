import type { Statement } from '../../base/database/database.ts';
import { uuidv7 } from '../../base/uuid.ts';
import { wellFormedText } from '../../base/well-formed-text.ts';
import type { VerbEventRecord } from './verb-event.ts';

/** Events of one statement. Embedded, nothing else is answered meanwhile. */
const MOST_IN_ONE = 25;

// A path is a name in a list: what is longer is cut, as nothing is looked up by it.
const TEXT_MAX = 512;

/** The statements that write events of one organisation. */
export function verbEventStatements(orgId: string, events: readonly VerbEventRecord[]): Statement[] {
  const statements: Statement[] = [];
  for (let from = 0; from < events.length; from += MOST_IN_ONE) {
    statements.push(insertion(orgId, events.slice(from, from + MOST_IN_ONE)));
  }
  return statements;
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

function insertion(orgId: string, events: readonly VerbEventRecord[]): Statement {
  return {
    name: 'verb_events_write',
    text: `
      insert into session_verb_events (org_id, id, session_id, project_id, tool, phase, path, outcome, reason, elapsed_ms, lag_ms,
        actual_tokens, observation_ids, degraded, created_at)
      select $1, r.* from jsonb_to_recordset($2::jsonb) as r (id uuid, session_id text, project_id text, tool text, phase text, path text,
        outcome text, reason text, elapsed_ms float8, lag_ms float8, actual_tokens integer, observation_ids uuid[], degraded text,
        created_at timestamptz)`,
    values: [orgId, JSON.stringify(events.map(rowOf))],
  };
}
