import { INTEGER_MAX, requireId, requireLabel, invalidInput, requireInput } from '../../base/require-input.ts';
import { IS_OPEN, changeSession } from './change-session.ts';
import type { SessionContext } from './create-session.ts';
import { getSession, SESSION_COLUMNS, type SessionRow } from './session-row.ts';
import { sessionNotFound } from '../../base/errors.ts';
import { storableWorkItem, type SessionDescription } from './session-input.ts';
import { type Session, transitionRefused } from './session.ts';
import type { TenantDatabase } from '../../base/database/database.ts';

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
  if (row) return row;
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

/** The end of a change of epoch. */
export interface StartEpochResult {
  /** False when the epoch had already been left: the same compaction was reported before. */
  readonly started: boolean;
  readonly session: Session;
}

/**
 * The agent's context was compacted in `expectedEpoch`: what it was told before is gone, and a new epoch begins. One compaction that is
 * reported several times starts one. Fails with `invalid-input` on an epoch that the session has not reached, with `session-not-found`, and
 * with `session-transition-refused` when the session has ended.
 */
export async function startEpoch(
  tenant: TenantDatabase,
  sessionId: string,
  expectedEpoch: number,
): Promise<StartEpochResult> {
  const valid = Number.isInteger(expectedEpoch) && expectedEpoch >= 0 && expectedEpoch < INTEGER_MAX;
  requireInput(valid, 'expectedEpoch', 'the epoch that was compacted, a whole number from 0');
  const { changed, session } = await changeSession(tenant, sessionId, {
    when: `c.epoch = $3::integer and ${IS_OPEN}`,
    set: 'epoch = c.epoch + 1, epoch_started_at = clock_timestamp(), updated_at = clock_timestamp()',
    values: [expectedEpoch],
  });
  if (changed || session.epoch > expectedEpoch) return { started: changed, session };
  if (session.epoch < expectedEpoch)
    throw invalidInput('expectedEpoch', `at most ${session.epoch}, the session's epoch`);
  throw transitionRefused(sessionId, session.status, 'given a new epoch');
}
