import type { Row, TenantDatabase } from '../../base/database/database.ts';

/** A live session whose agent has, or is about to get, a statement that was replaced. */
export interface SessionToCorrect {
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly agentId: string | null;
  readonly observationId: string;
}

/**
 * The sessions at work to which one of these observations was handed over in their present epoch, or for which it waits: what waits is delivered
 * first, so a correction enqueued now comes right after it, and nothing else of that block is lost. Reads the rows of live sessions only.
 */
export async function listSessionsToCorrect(
  tenant: TenantDatabase,
  observationIds: readonly string[],
): Promise<SessionToCorrect[]> {
  return tenant.query<SessionToCorrect & Row>({
    name: 'injects_sessions_to_correct',
    text: `
      select distinct s.id as "sessionId", nullif(s.project_id, '') as "projectId", s.agent_id as "agentId", held.id as "observationId"
      from sessions s
      join session_memory_injects q on q.org_id = $1 and q.session_id = s.id
        and (q.status = 'pending' or q.epoch = s.epoch and q.delivery_id is not null)
      cross join unnest(q.observation_ids) held(id)
      where s.org_id = $1 and s.status in ('claimed', 'working') and held.id = any($2::uuid[])`,
    values: [tenant.orgId, observationIds],
  });
}
