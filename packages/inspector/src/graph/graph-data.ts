import type { GraphNeighbourhood } from '@inkling/engine';
import { DirectedGraph } from 'graphology';

/** A part of the memory's graph, as it is drawn. */
export type DrawnGraph = DirectedGraph<NodeLook, EdgeLook>;

/** How a node is drawn. */
export interface NodeLook {
  x: number;
  y: number;
  size: number;
  label: string;
  color: string;
  type?: string;
}

/** How an edge is drawn. */
export interface EdgeLook {
  size: number;
  color: string;
  label: string;
}

/** Colours by meaning, read from the style sheet. */
export interface GraphColours {
  readonly ink: string;
  readonly line: string;
  readonly surface: string;
  readonly faded: string;
  readonly data: readonly string[];
}

const TYPES = ['Module', 'Function', 'Class', 'Dependency', 'Service', 'Database', 'API', 'Decision'] as const;

/** The colour of a type; the rarer types share the last. */
export function colourOf(type: string, { data }: GraphColours): string {
  const index = TYPES.findIndex((known) => known === type);
  return data[index < 0 ? TYPES.length - 1 : index] ?? '#888888';
}

// The golden angle: points of a spiral that never line up, so a layout that starts there has nothing to untangle by chance.
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Nodes and edges with their looks. Several relationships between two nodes are one line with their names. */
export function drawGraph({ nodes, edges }: GraphNeighbourhood, colours: GraphColours): DrawnGraph {
  const graph: DrawnGraph = new DirectedGraph();
  nodes.forEach((node, index) => {
    const radius = Math.sqrt(index + 1) * 10;
    graph.addNode(node.id, {
      x: Math.cos(index * GOLDEN_ANGLE) * radius,
      y: Math.sin(index * GOLDEN_ANGLE) * radius,
      size: 3 + node.importance * 7 + (node.distance === 0 ? 2 : 0),
      label: node.name,
      color: colourOf(node.type, colours),
    });
  });
  for (const { sourceId, targetId, relationshipName, feedbackWeight } of edges) {
    if (!graph.hasNode(sourceId) || !graph.hasNode(targetId) || sourceId === targetId) continue;
    const known = graph.hasEdge(sourceId, targetId) ? graph.getEdgeAttribute(sourceId, targetId, 'label') : null;
    const label = known === null ? relationshipName : `${known}, ${relationshipName}`;
    graph.mergeEdge(sourceId, targetId, { label, size: 0.5 + feedbackWeight, color: colours.line });
  }
  return graph;
}
