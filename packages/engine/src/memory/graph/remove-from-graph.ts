import type { TenantDatabase } from '../../base/database/database.ts';
import { normalizePath } from '../../base/normalize-path.ts';
import { requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import type { GraphEdgeIdentity } from './graph-edge.ts';

/** Removes nodes with their edges. Answers how many nodes there were. */
export async function removeGraphNodes(tenant: TenantDatabase, ids: readonly string[]): Promise<number> {
  requireInput(Array.isArray(ids) && ids.every(isUuid), 'ids', 'a list of UUIDs');
  const rows = await tenant.query({
    text: 'delete from graph_nodes where org_id = $1 and id = any($2::uuid[]) returning id',
    values: [tenant.orgId, ids],
  });
  return rows.length;
}

/**
 * Removes the edges that were read from files, except those to keep. To index a changed file again, write its edges first and keep them
 * here: a removed edge loses what feedback made of it. Answers how many were removed.
 */
export async function removeGraphEdgesOfFiles(
  tenant: TenantDatabase,
  projectId: string | null,
  paths: readonly string[],
  keep: readonly GraphEdgeIdentity[] = [],
): Promise<number> {
  const kept = keep.map(({ sourceId, relationshipName, targetId }) => ({ sourceId, relationshipName, targetId }));
  const rows = await tenant.query({
    text: `
      delete from graph_edges e
      where e.org_id = $1 and e.project_id = $2 and e.source_file = any($3::text[]) and not exists (
        select from jsonb_to_recordset($4::jsonb) as k("sourceId" uuid, "relationshipName" text, "targetId" uuid)
        where k."sourceId" = e.source_id and k."relationshipName" = e.relationship_name and k."targetId" = e.target_id)
      returning 1 as removed`,
    values: [tenant.orgId, projectId ?? '', paths.map(normalizePath), JSON.stringify(kept)],
  });
  return rows.length;
}
