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
