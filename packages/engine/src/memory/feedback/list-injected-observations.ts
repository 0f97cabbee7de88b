import type { Row, TenantDatabase } from '../../base/database/database.ts';
import type { InjectedObservation } from './find-evidence.ts';
import { TRANSFERRED } from './transferred-to.ts';

/**
 * What a session was given and still exists: what the injection log names, and what blocks of others named that reached the agent. Not
 * what was transferred: that is read-only.
 * Empty for a session that was given nothing.
 */
export async function listInjectedObservations(
  tenant: TenantDatabase,
  sessionId: string,
): Promise<readonly InjectedObservation[]> {
  const rows = await tenant.query<InjectedRow>({
    name: 'feedback_injected',
    text: `
      with given as (${GIVEN}), first as (
        select id, min(at) as at from given group by id
      )
      select o.id, f.at as injected_at, coalesce(o.metadata -> 'paths', '[]'::jsonb) as paths, o.content,
        o.metadata ->> 'commit' as commit
      from first f join observations o on o.org_id = $1 and o.id = f.id
      where not exists (
        select from (select project_id, created_at as since from sessions where org_id = $1 and id = $2) d where ${TRANSFERRED}
      )
      order by o.id`,
    values: [tenant.orgId, sessionId],
  });
  return rows.map(({ id, paths, content, commit, injected_at }) => ({
    id,
    paths,
    content,
    commit,
    injectedAt: Date.parse(injected_at),
  }));
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

/** What the injection log names, and what reached the agent from the queue. */
const GIVEN = `
  select unnest(observation_ids) as id, created_at as at from context_injection_logs where org_id = $1 and session_id = $2 and shown
  union all
  select unnest(observation_ids), delivered_at from session_memory_injects
  where org_id = $1 and session_id = $2 and status in ('delivered', 'written', 'acked')`;

interface InjectedRow extends Row {
  readonly id: string;
  readonly injected_at: string;
  readonly paths: readonly string[];
  readonly content: string;
  readonly commit: string | null;
}
