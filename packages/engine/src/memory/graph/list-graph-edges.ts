import type { TenantDatabase } from '../../base/database/database.ts';
import { requireInput } from '../../base/require-input.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';
import { isUuid } from '../../base/uuid.ts';
import { GRAPH_EDGE_COLUMNS, type GraphEdge, type GraphEdgeIdentity, type GraphEdgeRow } from './graph-edge.ts';
import { projectColumn } from './graph-scope.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** Which edges are listed. */
export interface ListGraphEdgesRequest {
  /** null = those of no project. (Default: every project) */
  readonly projectId?: string | null;
  /** Edges from or to this node. */
  readonly nodeId?: string;
  readonly relationshipName?: string;
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
  /** The last edge of the page before. */
  readonly after?: GraphEdgeIdentity | null;
}

/** Edges in the order of source, relationship and target. A page with fewer rows than its limit is the last one. */
export async function listGraphEdges(
  tenant: TenantDatabase,
  request: ListGraphEdgesRequest = {},
): Promise<readonly GraphEdge[]> {
  const { projectId, nodeId, relationshipName, limit = DEFAULT_LIMIT } = request;
  const last = positionOf(request.after ?? null);
  requirePageLimit(limit, MAX_LIMIT);
  requireInput(nodeId === undefined || isUuid(nodeId), 'nodeId', 'a UUID');
  return tenant.query<GraphEdgeRow>({
    text: `
      select ${GRAPH_EDGE_COLUMNS} from graph_edges e
      where e.org_id = $1 and ($2::text is null or e.project_id = $2) and ($3::uuid is null or e.source_id = $3 or e.target_id = $3)
        and ($4::text is null or e.relationship_name = $4)
        and ($5::uuid is null or (e.source_id, e.relationship_name, e.target_id) > ($5, $6::text, $7::uuid))
      order by e.source_id, e.relationship_name, e.target_id limit $8`,
    values: [tenant.orgId, projectColumn(projectId), nodeId ?? null, relationshipName ?? null, ...last, limit],
  });
}

function positionOf(after: GraphEdgeIdentity | null): readonly (string | null)[] {
  if (after === null) return [null, null, null];
  const { sourceId, relationshipName, targetId } = after;
  const isEdge = isUuid(sourceId) && isUuid(targetId) && typeof relationshipName === 'string';
  requireInput(isEdge, 'after', 'an edge: sourceId, relationshipName, targetId');
  return [sourceId, relationshipName, targetId];
}
