import type { TenantDatabase } from '../../../base/database/database.ts';

/** Nodes deleted in one transaction, with their edges. */
const CHUNK = 1000;

/**
 * Forgets what the graph holds of a session (the edges learned in it), of a project ('' = what belongs to none) or, with null, of the
 * whole organisation. In chunks: calling again does the rest.
 */
export async function forgetGraph(
  tenant: TenantDatabase,
  condition: 'session' | 'project' | 'all',
  value: string | null,
): Promise<void> {
  const { orgId } = tenant;
  if (condition === 'session') {
    await tenant.query({
      text: 'delete from graph_edges where org_id = $1 and session_id = $2',
      values: [orgId, value],
    });
    return;
  }
  await tenant.query({
    text: 'delete from graph_files where org_id = $1 and ($2::text is null or project_id = $2)',
    values: [orgId, value],
  });
  for (let found = CHUNK; found === CHUNK;) found = await deleteNodes(tenant, value);
}

async function deleteNodes(tenant: TenantDatabase, projectId: string | null): Promise<number> {
  const rows = await tenant.query({
    // Locked in the order of ids, as the writers of nodes do.
    text: `
      with chosen as (
        select id from graph_nodes where org_id = $1 and ($2::text is null or project_id = $2) order by id limit ${CHUNK} for update
      )
      delete from graph_nodes n using chosen where n.org_id = $1 and n.id = chosen.id returning n.id`,
    values: [tenant.orgId, projectId],
  });
  return rows.length;
}
