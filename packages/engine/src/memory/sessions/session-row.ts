import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import type { Session } from './session.ts';
import { requireId } from '../../base/require-input.ts';

/**
 * What every statement that answers {@link Session}s selects: `sessions` under the alias `s`, `session_work_items` under `w`. The number of activities
 * is a bigint, and 2^53 of them do not happen.
 */
export const SESSION_COLUMNS = `s.org_id as "orgId", s.id, nullif(s.project_id, '') as "projectId", s.agent_id as "agentId", s.work_type as "workType",
  s.status, s.epoch, s.epoch_started_at as "epochStartedAt", s.worker_id as "workerId", s.lock_expires_at as "lockExpiresAt",
  case when s.parent_link is not null then json_build_object('sessionId', s.parent_session_id, 'link', s.parent_link) end as parent,
  case when s.experiment_id is not null then json_build_object('id', s.experiment_id, 'heldOut', s.held_out) end as experiment,
  s.outcome, s.end_reason as "endReason", s.activity_seq::double precision as "activitySeq",
  case when w.session_id is not null then json_build_object(
    'issueId', w.issue_id, 'identifier', w.identifier, 'title', w.title, 'description', w.description) end as "workItem",
  s.created_at as "createdAt", s.claimed_at as "claimedAt", s.ended_at as "endedAt", s.updated_at as "updatedAt"`;

/** Brings the work item to a session under the alias `s`; $1 is the organisation. */
export const JOIN_WORK_ITEM = 'left join session_work_items w on w.org_id = $1 and w.session_id = s.id';

/** A row of {@link SESSION_COLUMNS}. */
export type SessionRow = Session & Row;

/** The session, or null when the organisation has none with this id. Fails with `invalid-input` on an id that cannot be one. */
export async function getSession(tenant: TenantDatabase, sessionId: string): Promise<Session | null> {
  requireId(sessionId, 'sessionId');
  const statement: Statement = {
    name: 'sessions_get',
    text: `select ${SESSION_COLUMNS} from sessions s ${JOIN_WORK_ITEM} where s.org_id = $1 and s.id = $2`,
    values: [tenant.orgId, sessionId],
  };
  const [row] = await tenant.query<SessionRow>(statement, { urgent: true });
  return row ?? null;
}
