import { randomUUID } from 'node:crypto';
import type { TenantDatabase } from '../../base/database/database.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import { changeSession } from './change-session.ts';
import { lockDuration, lockEnd, lockIsOver, type LockOptions } from './session-input.ts';
import { JOIN_WORK_ITEM, SESSION_COLUMNS, type SessionRow } from './session-row.ts';
import { transitionRefused, type Session } from './session.ts';

/** A session with its lock taken. */
export interface ClaimedSession {
  readonly outcome: 'claimed';
  readonly session: Session;
  /** Proves the holder in every later call. Another with each claim, unless the claim brought its own. */
  readonly lockToken: string;
}

/** The end of a claim. `held`: another worker has the lock; the session says who, and until when. */
export type ClaimResult = ClaimedSession | { readonly outcome: 'held'; readonly session: Session };

/** Who claims, and for how long. */
export interface ClaimOptions extends LockOptions {
  /** The process that will hold the lock. */
  readonly workerId: string;
  /** Whose the session becomes if it is nobody's in particular, and stays after a release: policies decide for this agent. (Default: it stays nobody's) */
  readonly agentId?: string;
  /**
   * A UUID that nobody can guess, for a worker that must know its lock again after a restart: one that it derives from a secret and the
   * session's id. (Default: a random one)
   */
  readonly lockToken?: string;
}

/** What a claim assigns: $3 is the worker, $4 the token, $5 the lock's duration and $6 the agent of what is nobody's. */
const CLAIM_ASSIGNMENTS = `status = 'claimed', worker_id = $3, lock_token = $4::uuid, lock_expires_at = ${lockEnd('$5')},
  agent_id = coalesce(s.agent_id, $6),
  claimed_at = clock_timestamp(), updated_at = clock_timestamp()`;

/**
 * Takes the lock of a session that is queued or whose lock has run out. A worker that lost its token waits for its own lock's end like any
 * other. Fails with `invalid-input`, `session-not-found`, and `session-transition-refused` when the session has ended.
 */
export async function claimSession(
  tenant: TenantDatabase,
  sessionId: string,
  options: ClaimOptions,
): Promise<ClaimResult> {
  requireId(options?.workerId, 'workerId');
  const { lockToken = randomUUID(), agentId = null } = options;
  if (agentId !== null) requireId(agentId, 'agentId');
  requireInput(isUuid(lockToken), 'lockToken', 'a UUID');
  const { changed, session } = await changeSession(tenant, sessionId, {
    name: 'sessions_claim',
    when: `(c.status = 'queued' or ${lockIsOver('c')})`,
    set: CLAIM_ASSIGNMENTS,
    values: [options.workerId, lockToken, lockDuration(options), agentId],
  });
  if (changed) return { outcome: 'claimed', session, lockToken };
  if (session.workerId === null) throw transitionRefused(sessionId, session.status, 'claimed');
  return { outcome: 'held', session };
}

/** Who claims, for how long, and which sessions it can work on. */
export interface ClaimNextOptions extends Omit<ClaimOptions, 'lockToken'> {
  /** undefined = of any project; null = that belong to none. */
  readonly projectId?: string | null;
  /** Only sessions of these agents, or of nobody in particular. (Default: of any) */
  readonly agentIds?: readonly string[];
}

/**
 * Takes the session that waits longest, or null when none waits: first one that its worker left (its lock ran out), then the oldest queued
 * one. Sessions that another claim is taking at this moment are passed over, so workers do not wait for each other. Fails with
 * `invalid-input`.
 */
export async function claimNextSession(
  tenant: TenantDatabase,
  options: ClaimNextOptions,
): Promise<ClaimedSession | null> {
  requireId(options?.workerId, 'workerId');
  const { workerId, projectId, agentId = null, agentIds = null } = options;
  if (agentId !== null) requireId(agentId, 'agentId');
  if (projectId !== undefined && projectId !== null) requireId(projectId, 'projectId');
  const lockToken = randomUUID();
  const [row] = await tenant.query<SessionRow>({
    text: CLAIM,
    values: [tenant.orgId, projectColumn(projectId), workerId, lockToken, lockDuration(options), agentId, agentIds],
  });
  return row ? { outcome: 'claimed', session: row, lockToken } : null;
}

const OF_AGENTS = `($7::text[] is null or s.agent_id is null or s.agent_id = any($7))`;

// Two searches instead of one with "or": the queued one reads the first entry of an index, however long the queue is.
const CLAIM = `
  with abandoned as (
    select s.id from sessions s
    where s.org_id = $1 and s.status in ('claimed', 'working') and ${lockIsOver('s')}
      and ($2::text is null or s.project_id = $2) and ${OF_AGENTS}
    order by s.lock_expires_at, s.id limit 1 for update skip locked
  ), queued as (
    select s.id from sessions s
    where s.org_id = $1 and s.status = 'queued' and ($2::text is null or s.project_id = $2) and ${OF_AGENTS}
      and not exists (select from abandoned)
    order by s.created_at, s.id limit 1 for update skip locked
  ), taken as (
    update sessions s set ${CLAIM_ASSIGNMENTS}
    from (select id from abandoned union all select id from queued) n
    where s.org_id = $1 and s.id = n.id
    returning s.*
  )
  select ${SESSION_COLUMNS} from taken s ${JOIN_WORK_ITEM}`;
