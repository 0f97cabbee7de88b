import type { TenantDatabase, Row } from '../../base/database/database.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import { requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import { GRAPH_NODE_COLUMNS, type GraphNode, type GraphNodeRow } from './graph-node.ts';

/** The nodes of these ids that exist, in the order of their ids. */
export async function getGraphNodes(tenant: TenantDatabase, ids: readonly string[]): Promise<readonly GraphNode[]> {
  requireInput(Array.isArray(ids) && ids.every(isUuid), 'ids', 'a list of UUIDs');
  return tenant.query<GraphNodeRow>({
    text: `select ${GRAPH_NODE_COLUMNS} from graph_nodes n where n.org_id = $1 and n.id = any($2::uuid[]) order by n.id`,
    values: [tenant.orgId, ids],
  });
}

/** How much of a graph there is. */
export interface GraphCounts {
  readonly nodes: number;
  readonly edges: number;
  readonly files: number;
}

/** Counts the graph of a project, of what belongs to none (null), or of the organisation. */
export async function countGraph(tenant: TenantDatabase, projectId?: string | null): Promise<GraphCounts> {
  const scoped = 'where org_id = $1 and ($2::text is null or project_id = $2)';
  const [row] = await tenant.query<GraphCounts & Row>({
    text: `select (select count(*)::int from graph_nodes ${scoped}) as nodes, (select count(*)::int from graph_edges ${scoped}) as edges,
      (select count(*)::int from graph_files ${scoped}) as files`,
    values: [tenant.orgId, projectColumn(projectId)],
  });
  return { nodes: row?.nodes ?? 0, edges: row?.edges ?? 0, files: row?.files ?? 0 };
}
