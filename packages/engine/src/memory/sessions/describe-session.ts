import { requireId, requireLabel } from '../../base/require-input.ts';
import { IS_OPEN } from './change-session.ts';
import type { SessionContext } from './create-session.ts';
import { getSession } from './get-session.ts';
import { sessionNotFound } from '../../base/not-found.ts';
import { storableWorkItem, type SessionDescription } from './session-input.ts';
import { SESSION_COLUMNS, sessionFromRow, type SessionRow } from './session-row.ts';
import type { Session } from './session.ts';

/**
 * Fills in what is not known of a session's work: an agent's own client starts it before anybody has said what it is about. What is there
 * stays, and a session that has ended stays as it is. Fails with `invalid-input` and `session-not-found`.
 */
export async function describeSession(
  { tenant, redact }: SessionContext,
  sessionId: string,
  description: SessionDescription,
): Promise<Session> {
  requireId(sessionId, 'sessionId');
  const { workType = '', workItem } = description ?? {};
  requireLabel(workType, 'workType');
  const item = await redact(storableWorkItem(workItem ?? null));
  const [row] = await tenant.query<SessionRow>({
    name: 'sessions_describe',
    text: DESCRIBE,
    values: [tenant.orgId, sessionId, workType, JSON.stringify(item ?? {})],
  });
  if (row) return sessionFromRow(row);
  const ended = await getSession(tenant, sessionId);
  if (ended) return ended;
  throw sessionNotFound(sessionId);
}

// The insert hides from the select beside it, so the work item comes from what was written.
const DESCRIBE = `
  with current as (
    select c.* from sessions c where c.org_id = $1 and c.id = $2 and ${IS_OPEN} for update
  ), item as (
    insert into session_work_items as w (org_id, session_id, issue_id, identifier, title, description)
    select $1, c.id, given.item ->> 'issueId', given.item ->> 'identifier', given.item ->> 'title', given.item ->> 'description'
    from current c, (select $4::jsonb as item) given
    on conflict (org_id, session_id) do update set
      issue_id = coalesce(w.issue_id, excluded.issue_id), identifier = coalesce(w.identifier, excluded.identifier),
      title = coalesce(w.title, excluded.title), description = coalesce(w.description, excluded.description)
    returning *
  ), changed as (
    update sessions s set work_type = case when c.work_type = '' then $3 else c.work_type end, updated_at = clock_timestamp()
    from current c where s.org_id = $1 and s.id = c.id returning s.*
  )
  select ${SESSION_COLUMNS} from changed s left join item w on w.session_id = s.id`;
