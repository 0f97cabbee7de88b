import type { TenantDatabase } from '../../base/database/database.ts';
import { requireInput } from '../../base/require-input.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';
import { isUuid } from '../../base/uuid.ts';
import { GRAPH_NODE_COLUMNS, type GraphNode, type GraphNodeRow } from './graph-node.ts';
import { projectColumn } from './graph-scope.ts';

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
