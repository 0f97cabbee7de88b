import type { GraphContextTriplet } from './triplet.ts';

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

/** The nodes and edges of triplets. */
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
