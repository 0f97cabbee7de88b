import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import { requireInput, requirePageLimit } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';

/** An edge's name in its organisation: there is one of each relationship between two nodes in one direction. */
export interface GraphEdgeIdentity {
  readonly sourceId: string;
  readonly relationshipName: string;
  readonly targetId: string;
}

/** An edge as it is written. What is absent keeps the value that stands, and has its default in a new edge. */
export interface GraphEdgeInput extends GraphEdgeIdentity {
  /** 0 to 1. (Default of a new edge: 0.5) */
  readonly importance?: number;
  /** The observation that it was learned from. Forgetting that one removes the edge. */
  readonly observationId?: string | null;
  /** The session that it was learned in. Forgetting that one removes the edge. */
  readonly sessionId?: string | null;
  /** The file that it was read from, normalised on write. The last one given stands. */
  readonly sourceFile?: string | null;
}

/** One relationship of the knowledge graph. It belongs to the project of its source. */
export interface GraphEdge extends GraphEdgeIdentity {
  readonly orgId: string;
  readonly projectId: string | null;
  /** 0 to 1. */
  readonly importance: number;
  /** What feedback made of it: 0 to 1, 0.5 is neutral. */
  readonly feedbackWeight: number;
  readonly observationId: string | null;
  readonly sessionId: string | null;
  readonly sourceFile: string | null;
  readonly observedAt: string;
  readonly updatedAt: string;
}

/** The columns of {@link GraphEdge} of the table alias `e`. */
export const GRAPH_EDGE_COLUMNS = `
  e.org_id as "orgId", e.source_id as "sourceId", e.relationship_name as "relationshipName", e.target_id as "targetId",
  nullif(e.project_id, '') as "projectId", e.importance, e.feedback_weight as "feedbackWeight", e.observation_id as "observationId",
  e.session_id as "sessionId", e.source_file as "sourceFile", e.observed_at as "observedAt", e.updated_at as "updatedAt"`;

/** A row of {@link GRAPH_EDGE_COLUMNS}. */
export type GraphEdgeRow = GraphEdge & Row;

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

/** What of the graph is read. */
export interface GraphScope {
  readonly orgId: string;
  /** null = what belongs to no project. (Default: every project) */
  readonly projectId?: string | null;
}
