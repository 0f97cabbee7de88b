import type { Statement, TenantDatabase, Row } from '../../base/database/database.ts';
import { uuidv7, isUuid } from '../../base/uuid.ts';
import { wellFormedText } from '../../base/text/well-formed-text.ts';
import { requireId, requireInput, requirePageLimit } from '../../base/require-input.ts';

/** One tool call that the memory was asked about, and what became of it. Moments are ISO-8601 UTC. */
export interface StoredVerbEvent {
  readonly id: string;
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly tool: string;
  readonly phase: 'pre-verb' | 'post-verb';
  /** The file that it was about; null = none was named. */
  readonly path: string | null;
  readonly outcome: 'injected' | 'queued' | 'no-match' | 'skipped' | 'budget-exceeded' | 'disabled';
  readonly reason: string | null;
  /** From the call to its result. */
  readonly elapsedMs: number;
  /** From the agent's moment to the call. */
  readonly lagMs: number;
  readonly actualTokens: number;
  readonly observationIds: readonly string[];
  readonly degraded: string | null;
  /** When it ended. */
  readonly createdAt: string;
}

/** An event on its way into the table. */
export type VerbEventRecord = Omit<StoredVerbEvent, 'id' | 'createdAt'> & { readonly endedAt: number };

/** Most events of one statement. Embedded, nothing else is answered meanwhile. */
export const VERB_EVENTS_IN_ONE = 25;

// A path is a name in a list: what is longer is cut, as nothing is looked up by it.
const TEXT_MAX = 512;

const storable = (text: string): string => wellFormedText(text.slice(0, TEXT_MAX));

/** The statement that writes events of one organisation. */
export function verbEventStatement(orgId: string, events: readonly VerbEventRecord[]): Statement {
  const rows = events.map(({ projectId, tool, path, endedAt, ...rest }) => ({
    ...rest,
    id: uuidv7(endedAt),
    projectId: projectId ?? '',
    tool: storable(tool),
    path: path === null ? null : storable(path),
    createdAt: new Date(endedAt),
  }));
  return {
    name: 'verb_events_write',
    text: `
      insert into session_verb_events (org_id, id, session_id, project_id, tool, phase, path, outcome, reason, degraded, created_at, elapsed_ms,
        lag_ms, actual_tokens, observation_ids)
      select $1, r.* from json_to_recordset($2::json) as r (id uuid, "sessionId" text, "projectId" text, tool text, phase text, path text,
        outcome text, reason text, degraded text, "createdAt" timestamptz, "elapsedMs" float8, "lagMs" float8, "actualTokens" integer,
        "observationIds" uuid[])`,
    values: [orgId, JSON.stringify(rows)],
  };
}

/** How much of a session's events is wanted. */
export interface ListVerbEventsOptions {
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
  /** The id of the last event of the page before. (Default: from the newest) */
  readonly before?: string;
}

/** The tool calls of a session that the memory was asked about, newest first. Fails with `invalid-input`. */
export async function listVerbEvents(
  tenant: TenantDatabase,
  sessionId: string,
  { limit = 100, before }: ListVerbEventsOptions = {},
): Promise<readonly StoredVerbEvent[]> {
  requireId(sessionId, 'sessionId');
  requirePageLimit(limit, 1000);
  requireInput(before === undefined || isUuid(before), 'before', 'the id of an event');
  return tenant.query<StoredVerbEvent & Row>({
    text: `
      select id, session_id as "sessionId", nullif(project_id, '') as "projectId", tool, phase, path, outcome, reason,
        elapsed_ms as "elapsedMs", lag_ms as "lagMs", actual_tokens as "actualTokens", observation_ids as "observationIds", degraded,
        created_at as "createdAt"
      from session_verb_events
      where org_id = $1 and session_id = $2 and ($3::uuid is null or (created_at, id) < (
        select last.created_at, last.id from session_verb_events last where last.org_id = $1 and last.id = $3))
      order by created_at desc, id desc limit $4`,
    values: [tenant.orgId, sessionId, before ?? null, limit],
  });
}
