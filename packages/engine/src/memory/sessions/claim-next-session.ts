import { randomUUID } from 'node:crypto';
import type { TenantDatabase } from '../../base/database/database.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import { requireId } from '../../base/require-input.ts';
import { CLAIM_ASSIGNMENTS, type ClaimedSession, type ClaimOptions } from './claim-session.ts';
import { lockDuration, lockIsOver } from './session-input.ts';
import { JOIN_WORK_ITEM, SESSION_COLUMNS, type SessionRow } from './session-row.ts';

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
