/** One edge of the knowledge graph with both its ends, as an agent is shown it. Source: seed "Graph Context Injection". */
export interface GraphContextTriplet {
  readonly sourceEntity: string;
  readonly relationship: string;
  readonly targetEntity: string;
  /** Lower is more relevant. */
  readonly relevanceScore: number;
  /** UUID of the graph node. */
  readonly sourceNodeId: string;
  /** UUID of the graph node. */
  readonly targetNodeId: string;
  /** Where the edge was learned. */
  readonly provenance?: {
    readonly observationId?: string | null;
    readonly sessionId?: string | null;
    readonly timestamp?: Date | null;
  };
}

/** What an injection log keeps of triplets: the input of feedback. Source: seed "Context Injection", the injection log. */
export interface SurfacedGraph {
  /** Each node once, in the order of the triplets. */
  readonly graphNodeIds: readonly string[];
  readonly graphEdgeKeys: readonly {
    readonly sourceId: string;
    readonly targetId: string;
    readonly relationshipName: string;
  }[];
}

export function surfacedGraph(triplets: readonly GraphContextTriplet[]): SurfacedGraph {
  const nodeIds = triplets.flatMap(({ sourceNodeId, targetNodeId }) => [sourceNodeId, targetNodeId]);
  return {
    graphNodeIds: [...new Set(nodeIds)],
    graphEdgeKeys: triplets.map(({ sourceNodeId, targetNodeId, relationship }) => ({
      sourceId: sourceNodeId,
      targetId: targetNodeId,
      relationshipName: relationship,
    })),
  };
}
