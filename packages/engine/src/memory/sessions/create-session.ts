import type { Clock } from '../../base/clock.ts';
import type { Statement, TenantDatabase } from '../../base/database/database.ts';
import type { Redact } from '../../base/text/stored-text.ts';
import { requireId } from '../../base/require-input.ts';
import { uuidv7 } from '../../base/uuid.ts';
import { getSession, JOIN_WORK_ITEM, SESSION_COLUMNS, type SessionRow } from './session-row.ts';
import { normalizeSessionInput, type SessionInput } from './session-input.ts';
import { sessionNotFound } from '../../base/errors.ts';
import type { Session, SessionOutcome } from './session.ts';

/** The end of a creation. */
export interface CreateSessionResult {
  /** False when the id was there: nothing was written, and the session is the existing one. */
  readonly created: boolean;
  readonly session: Session;
}

/** What the room needs. The clock only dates ids: every time in a row is the database's. */
export interface SessionContext {
  readonly tenant: TenantDatabase;
  readonly clock: Clock;
  readonly redact: Redact;
  /** What a session's end waits for, so that whoever reads its record behind it reads all of it. (Default: nothing) */
  readonly settled?: (() => Promise<void>) | undefined;
  /**
   * What runs behind the statement that ends a session, in its transaction. It runs also when that one found nothing to end, so it looks
   * for itself. (Default: nothing)
   */
  readonly onEnd?: (orgId: string, sessionId: string, outcome: SessionOutcome | null) => readonly Statement[];
}

/**
 * Queues a session and writes its work item. Creating an id that is there answers the existing session as it is. Fails with `invalid-input`,
 * and with `session-not-found` when the parent does not exist.
 */
export async function createSession(context: SessionContext, input: SessionInput): Promise<CreateSessionResult> {
  const { tenant, clock, redact } = context;
  const normalized = normalizeSessionInput(input);
  const id = input.id ?? uuidv7(clock.now());
  requireId(id, 'id');
  const item = normalized.workItem && (await redact(normalized.workItem));
  const { projectId, agentId, workType, parent } = normalized;
  const [row] = await tenant.query<SessionRow & { created: boolean }>({
    name: 'sessions_create',
    text: INSERT,
    values: [
      ...[tenant.orgId, id, projectId, agentId, workType, parent?.sessionId ?? null, parent?.link ?? null],
      item && JSON.stringify(item),
    ],
  });
  if (row) {
    const { created, ...session } = row;
    return { created, session };
  }
  // No row: the parent is missing, or another process created the session while this statement ran and its snapshot does not show it.
  const existing = await getSession(tenant, id);
  if (existing) return { created: false, session: existing };
  throw sessionNotFound(parent?.sessionId ?? id);
}

// The insert hides from the select beside it, so the work item comes from what was inserted. A conversation that goes on is in its parent's epoch.
// chance   a hash decides, so that nobody chooses which sessions go without memory; another experiment chooses others.
// part     what came out of a session is in the experiment with it, as long as that runs: a sub-agent must not bring what its parent goes without.
const INSERT = `
  with chance as (
    select e.id, ('x' || left(encode(sha256(convert_to(e.id::text || ':' || $2, 'UTF8')), 'hex'), 8))::bit(32)::bigint / 4294967296.0 < e.withhold
      as held_out
    from experiments e where e.org_id = $1 and e.project_id = $3 and e.stopped_at is null
  ), part as (
    select id, held_out from chance where $6::text is null
    union all
    select e.id, p.held_out from sessions p join experiments e on e.org_id = $1 and e.id = p.experiment_id and e.stopped_at is null
    where p.org_id = $1 and p.id = $6
  ), made as (
    insert into sessions (org_id, id, project_id, agent_id, work_type, parent_session_id, parent_link, epoch, experiment_id, held_out)
    select $1, $2, $3, $4, $5, $6, $7,
           coalesce((select p.epoch from sessions p where p.org_id = $1 and p.id = $6 and $7::text = 'resume'), 0),
           (select id from part), coalesce((select held_out from part), false)
    where $6::text is null or exists (select from sessions p where p.org_id = $1 and p.id = $6)
    on conflict (org_id, id) do nothing
    returning *
  ), item as (
    insert into session_work_items (org_id, session_id, issue_id, identifier, title, description)
    select $1, made.id, given.item ->> 'issueId', given.item ->> 'identifier', given.item ->> 'title', given.item ->> 'description'
    from made, (select $8::jsonb as item) given where given.item is not null
    returning *
  )
  select true as created, ${SESSION_COLUMNS} from made s left join item w on w.session_id = s.id
  union all
  select false, ${SESSION_COLUMNS} from sessions s ${JOIN_WORK_ITEM}
  where s.org_id = $1 and s.id = $2 and not exists (select from made)`;
