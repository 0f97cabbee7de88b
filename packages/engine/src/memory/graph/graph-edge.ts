import type { Row } from '../../base/database/database.ts';

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

/** What of the graph is read. */
export interface GraphScope {
  readonly orgId: string;
  /** null = what belongs to no project. (Default: every project) */
  readonly projectId?: string | null;
}
