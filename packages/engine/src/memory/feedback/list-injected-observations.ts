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
    text: `
      with given as (
        select unnest(observation_ids) as id, created_at as at from context_injection_logs where org_id = $1 and session_id = $2
        union all
        select unnest(observation_ids), delivered_at from session_memory_injects
        where org_id = $1 and session_id = $2 and status in ('delivered', 'written', 'acked')
      ), first as (
        select id, min(at) as at from given group by id
      )
      select o.id, f.at as injected_at, coalesce(o.metadata -> 'paths', '[]'::jsonb) as paths
      from first f join observations o on o.org_id = $1 and o.id = f.id
      where not exists (
        select from (select project_id, created_at as since from sessions where org_id = $1 and id = $2) d where ${TRANSFERRED}
      )
      order by o.id`,
    values: [tenant.orgId, sessionId],
  });
  return rows.map(({ id, paths, injected_at }) => ({ id, paths, injectedAt: Date.parse(injected_at) }));
}

interface InjectedRow extends Row {
  readonly id: string;
  readonly injected_at: string;
  readonly paths: readonly string[];
}
