import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { projectColumn } from './graph-scope.ts';

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
