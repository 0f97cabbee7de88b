import type { Row, TenantDatabase } from '../../base/database/database.ts';
import type { InjectedObservation, FeedbackEvidence } from './find-evidence.ts';

/**
 * What a session was given and still exists: what the injection log names, and what blocks of others named that reached the agent. Not
 * what was transferred: that is read-only.
 * Empty for a session that was given nothing.
 */
export async function listInjectedObservations(
  tenant: TenantDatabase,
  sessionId: string,
): Promise<readonly InjectedObservation[]> {
  const rows = await tenant.query<Row & Omit<InjectedObservation, 'injectedAt'> & { readonly injectedAt: string }>({
    name: 'feedback_injected',
    text: `
      with given as (${GIVEN}), first as (
        select id, min(at) as at from given group by id
      )
      select o.id, f.at as "injectedAt", coalesce(o.metadata -> 'paths', '[]'::jsonb) as paths, o.content,
        o.metadata ->> 'commit' as commit, case when o.kind = 'exchange' then o.session_id end as talk
      from first f join observations o on o.org_id = $1 and o.id = f.id
      where not exists (
        select from (select project_id, created_at as since from sessions where org_id = $1 and id = $2) d where ${TRANSFERRED}
      )
      order by o.id`,
    values: [tenant.orgId, sessionId],
  });
  return rows.map((row) => ({ ...row, injectedAt: Date.parse(row.injectedAt) }));
}

/** The agent of a session that was given an observation; null when there is no such session, or when it was not given it. */
export async function wasGiven(
  tenant: TenantDatabase,
  sessionId: string,
  observationId: string,
): Promise<{ readonly agentId: string | null } | null> {
  const [row] = await tenant.query<Row & { readonly agentId: string | null }>({
    text: `
      select s.agent_id as "agentId" from sessions s
      where s.org_id = $1 and s.id = $2 and exists (select from (${GIVEN}) as given where given.id = $3::uuid)`,
    values: [tenant.orgId, sessionId, observationId],
  });
  return row ?? null;
}

/**
 * What the injection log names, and what reached the agent from the queue. A block is logged when it is made: what was done until it was delivered
 * did not follow it. A queued block may name what its sender may not read: of another project's memory only what was logged counts.
 */
const GIVEN = `
  select unnest(l.observation_ids) as id, greatest(l.created_at, (
      select min(q.delivered_at) from session_memory_injects q
      where q.org_id = $1 and q.session_id = l.session_id and (q.log_id = l.id or q.content_hash = l.trace ->> 'blockHash'))) as at
  from context_injection_logs l where l.org_id = $1 and l.session_id = $2 and l.shown
  union all
  select named.id, q.delivered_at from session_memory_injects q cross join lateral unnest(q.observation_ids) as named(id)
  where q.org_id = $1 and q.session_id = $2 and q.status in ('delivered', 'written', 'acked') and exists (
    select from sessions s join observations o on o.org_id = $1 and o.id = named.id
    where s.org_id = $1 and s.id = $2 and (s.project_id = '' or o.project_id in ('', s.project_id)))`;

/** How a session used the observations that it was given, by id; a verdict that somebody gave in it counts more than what was seen. */
export async function listSessionUses(
  tenant: TenantDatabase,
  sessionId: string,
): Promise<ReadonlyMap<string, FeedbackEvidence>> {
  const rows = await tenant.query<Row & { readonly id: string; readonly evidence: FeedbackEvidence }>({
    text: `
      select observation_id as id, evidence from observation_uses where org_id = $1 and session_id = $2
      order by evidence = 'explicit'`,
    values: [tenant.orgId, sessionId],
  });
  return new Map(rows.map(({ id, evidence }) => [id, evidence]));
}

/**
 * True of an observation `o` that the project `d.project_id` has by a grant, or had until after `d.since`: whoever was shown it may no
 * longer be, and it was read-only all the same. The change log knows until when; without it a revocation before the feedback would make
 * the rows count.
 */
const TRANSFERRED = `(
    exists (
      select from transfer_grants g
      where g.org_id = $1 and g.source_project_id = o.project_id and g.destination_project_id = d.project_id
    ) or exists (
      select from config_changes c
      where c.org_id = $1 and c.subject = 'transfer' and c.field = jsonb_build_array(o.project_id, d.project_id)::text
        and c.old_value = 'true'::jsonb and c.created_at >= d.since
    )
  )`;

/** What a verdict is about, and where it comes from. */
interface TransferQuestion {
  readonly observationId: string;
  readonly sessionId: string | null;
  readonly projectId: string | null;
  /** For a verdict outside of sessions: how long a revoked grant counts. */
  readonly since: Date;
}

/** True when the session's project, or the named one, has the observation by transfer. */
export async function isTransferred(
  tenant: TenantDatabase,
  { observationId, sessionId, projectId, since }: TransferQuestion,
): Promise<boolean> {
  const rows = await tenant.query({
    text: `
      with d as (
        select project_id, created_at as since from sessions where org_id = $1 and id = $3
        union all
        select $4::text, $5::timestamptz where $4::text is not null
      )
      select o.id from observations o cross join d where o.org_id = $1 and o.id = $2 and ${TRANSFERRED} limit 1`,
    values: [tenant.orgId, observationId, sessionId, projectId, since],
  });
  return rows.length > 0;
}
