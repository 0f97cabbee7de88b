import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';
import { isUuid } from '../../base/uuid.ts';
import type { StoredVerbEvent } from './verb-event.ts';

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
