import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import type { ParentLink, Session, SessionOutcome, SessionStatus, SessionWorkItem } from './session.ts';
import { requireId } from '../../base/require-input.ts';

/** What every statement that answers sessions selects: `sessions` under the alias `s`, `session_work_items` under `w`. */
export const SESSION_COLUMNS = `s.org_id, s.id, s.project_id, s.agent_id, s.work_type, s.status, s.epoch, s.epoch_started_at, s.worker_id,
  s.lock_expires_at, s.parent_session_id, s.parent_link, s.experiment_id, s.held_out, s.outcome, s.end_reason, s.activity_seq, s.created_at, s.claimed_at, s.ended_at,
  s.updated_at, w.session_id is not null as has_work_item, w.issue_id, w.identifier, w.title, w.description`;

/** Brings the work item to a session under the alias `s`; $1 is the organisation. */
export const JOIN_WORK_ITEM = 'left join session_work_items w on w.org_id = $1 and w.session_id = s.id';

/** A row of {@link SESSION_COLUMNS} as both database adapters answer it. */
export interface SessionRow extends Row {
  readonly org_id: string;
  readonly id: string;
  readonly project_id: string;
  readonly agent_id: string | null;
  readonly work_type: string;
  readonly status: SessionStatus;
  readonly epoch: number;
  readonly epoch_started_at: string;
  readonly worker_id: string | null;
  readonly lock_expires_at: string | null;
  readonly parent_session_id: string | null;
  readonly parent_link: ParentLink | null;
  readonly experiment_id: string | null;
  readonly held_out: boolean;
  readonly outcome: SessionOutcome | null;
  readonly end_reason: string | null;
  readonly activity_seq: string;
  readonly created_at: string;
  readonly claimed_at: string | null;
  readonly ended_at: string | null;
  readonly updated_at: string;
  readonly has_work_item: boolean;
  readonly issue_id: string | null;
  readonly identifier: string | null;
  readonly title: string | null;
  readonly description: string | null;
}

/** The session that a row holds. */
export function sessionFromRow(row: SessionRow): Session {
  const { parent_session_id: parentId, parent_link: link } = row;
  return {
    orgId: row.org_id,
    id: row.id,
    projectId: row.project_id === '' ? null : row.project_id,
    agentId: row.agent_id,
    workType: row.work_type,
    status: row.status,
    epoch: row.epoch,
    epochStartedAt: row.epoch_started_at,
    workerId: row.worker_id,
    lockExpiresAt: row.lock_expires_at,
    parent: parentId === null || link === null ? null : { sessionId: parentId, link },
    experiment: row.experiment_id === null ? null : { id: row.experiment_id, heldOut: row.held_out },
    outcome: row.outcome,
    endReason: row.end_reason,
    // 2^53 activities do not happen.
    activitySeq: Number(row.activity_seq),
    workItem: row.has_work_item ? workItemFromRow(row) : null,
    createdAt: row.created_at,
    claimedAt: row.claimed_at,
    endedAt: row.ended_at,
    updatedAt: row.updated_at,
  };
}

function workItemFromRow({ issue_id: issueId, identifier, title, description }: SessionRow): SessionWorkItem {
  return { issueId, identifier, title, description };
}

/** The session, or null when the organisation has none with this id. Fails with `invalid-input` on an id that cannot be one. */
export async function getSession(tenant: TenantDatabase, sessionId: string): Promise<Session | null> {
  requireId(sessionId, 'sessionId');
  const statement: Statement = {
    name: 'sessions_get',
    text: `select ${SESSION_COLUMNS} from sessions s ${JOIN_WORK_ITEM} where s.org_id = $1 and s.id = $2`,
    values: [tenant.orgId, sessionId],
  };
  const [row] = await tenant.query<SessionRow>(statement, { urgent: true });
  return row ? sessionFromRow(row) : null;
}
