import type { TenantDatabase, Row } from '../../base/database/database.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import { requireInput, requirePageLimit } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import { GRAPH_NODE_COLUMNS, type GraphNode, type GraphNodeRow } from './graph-node.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** Which nodes are listed. */
export interface ListGraphNodesRequest {
  /** null = those of no project. (Default: every project) */
  readonly projectId?: string | null;
  readonly type?: string;
  /** Spelled as it is stored. */
  readonly name?: string;
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
  /** The last id of the page before. */
  readonly after?: string | null;
}

/** Nodes in the order of their ids. A page with fewer rows than its limit is the last one. */
export async function listGraphNodes(
  tenant: TenantDatabase,
  { projectId, type, name, limit = DEFAULT_LIMIT, after }: ListGraphNodesRequest = {},
): Promise<readonly GraphNode[]> {
  requirePageLimit(limit, MAX_LIMIT);
  requireInput((after ?? null) === null || isUuid(after), 'after', 'the id of a node');
  return tenant.query<GraphNodeRow>({
    text: `
      select ${GRAPH_NODE_COLUMNS} from graph_nodes n
      where n.org_id = $1 and ($2::text is null or n.project_id = $2) and ($3::text is null or n.type = $3)
        and ($4::text is null or n.name = $4) and ($5::uuid is null or n.id > $5)
      order by n.id limit $6`,
    values: [tenant.orgId, projectColumn(projectId), type ?? null, name ?? null, after ?? null, limit],
  });
}

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
