import type { Statement, TenantDatabase } from '../../../base/database/database.ts';
import { chunksOf } from '../../../base/lists.ts';
import type { Observation } from '../observation.ts';
import { OBSERVATION_COLUMNS, type ObservationRow } from '../observation-row.ts';
import type { PreparedObservation } from './prepare-observation.ts';
import { ROWS_PER_WRITE } from './write-observations.ts';

/**
 * Gives imported statements that were there already the kind and the metadata with which an import states them now: a file was renamed, a line
 * moved. Id, weight, pin, classification and dates stay. What did not come from an import is left alone.
 * Of a statement that is given twice, one wins.
 */
export async function refreshImported(
  tenant: TenantDatabase,
  rows: readonly PreparedObservation[],
  onRefreshed: (refreshed: readonly Observation[]) => void,
): Promise<void> {
  const imported = rows.filter(({ source }) => source === 'import');
  for (const batch of chunksOf(imported, ROWS_PER_WRITE)) {
    const refreshed = await tenant.query<ObservationRow>(refresh(tenant.orgId, batch));
    if (refreshed.length > 0) onRefreshed(refreshed);
  }
}

// Locked in the order of ids, so that two imports of the same files do not wait for each other.
function refresh(orgId: string, rows: readonly PreparedObservation[]): Statement {
  return {
    text: `
      with input as (
        select * from jsonb_to_recordset($2::jsonb) as r(
          "projectId" text, "agentId" text, "contentHash" text, kind text, metadata jsonb, terms text[])
      ), known as (
        select o.id, r.kind, r.metadata, array_to_tsvector(r.terms) as terms
        from input r join observations o on o.org_id = $1 and o.project_id = r."projectId" and o.agent_id = r."agentId"
          and o.content_hash = r."contentHash"
        where o.source = 'import' and (o.kind <> r.kind or o.metadata <> r.metadata)
        order by o.id for update of o
      ), refreshed as (
        update observations o set kind = known.kind, metadata = known.metadata, terms = known.terms, updated_at = clock_timestamp()
        from known where o.org_id = $1 and o.id = known.id
        returning o.*
      ), paths as (
        select r.id, r.project_id, r.created_at, path
        from refreshed r cross join lateral jsonb_array_elements_text(r.metadata -> 'paths') as path
      ), left_behind as (
        delete from observation_paths p using refreshed r
        where p.org_id = $1 and p.observation_id = r.id
          and not exists (select from paths where paths.id = r.id and paths.path = p.path)
      ), added as (
        insert into observation_paths (org_id, path, observation_id, project_id, created_at)
        select $1, path, id, project_id, created_at from paths
        on conflict do nothing
      )
      select ${OBSERVATION_COLUMNS} from refreshed o`,
    values: [orgId, `[${rows.map((row) => row.columns).join(',')}]`],
  };
}
