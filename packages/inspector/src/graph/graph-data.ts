import type { GraphNeighbourhood } from '@inkling/engine/types';
import { DirectedGraph } from 'graphology';
import { colourOf, type GraphColours } from './node-colour.ts';

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
