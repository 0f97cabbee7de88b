import type { GraphSeed } from '../../src/memory/graph/find-graph-seeds.ts';

/** A graph in memory. Importance and weight of nodes and edges are from 0 to 1. */
export interface PlainGraph {
  readonly nodes: ReadonlyMap<string, { readonly importance: number; readonly weight: number }>;
  readonly edges: readonly PlainEdge[];
}

export interface PlainEdge {
  readonly sourceId: string;
  readonly relationship: string;
  readonly targetId: string;
  readonly importance: number;
  readonly weight: number;
}

const FAN_OUT = 10;

/** The best edges of a node, both directions together: by feedback, importance, the other end, the relationship. */
function bestEdges({ edges }: PlainGraph, node: string): { edge: PlainEdge; other: string }[] {
  return edges
    .filter(({ sourceId, targetId }) => sourceId === node || targetId === node)
    .map((edge) => ({ edge, other: edge.sourceId === node ? edge.targetId : edge.sourceId }))
    .sort(
      (a, b) =>
        b.edge.weight - a.edge.weight ||
        b.edge.importance - a.edge.importance ||
        compare(a.other, b.other) ||
        compare(a.edge.relationship, b.edge.relationship) ||
        compare(a.edge.sourceId, b.edge.sourceId),
    )
    .slice(0, FAN_OUT);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Every walk of at most `depth` edges, one by one; what each edge is worth by the best walk that takes it; the best `topK`. */
export function walkGraph(graph: PlainGraph, seeds: readonly GraphSeed[], depth: number, topK: number) {
  const best = new Map<PlainEdge, { closeness: number; distance: number }>();
  function walk(node: string, strength: number, distance: number): void {
    if (distance === depth) return;
    for (const { edge, other } of bestEdges(graph, node)) {
      const closeness = strength * 0.5 ** distance;
      const known = best.get(edge) ?? { closeness: 0, distance: Number.POSITIVE_INFINITY };
      best.set(edge, {
        closeness: Math.max(known.closeness, closeness),
        distance: Math.min(known.distance, distance),
      });
      walk(other, strength, distance + 1);
    }
  }
  for (const { id, strength } of seeds) if (graph.nodes.has(id)) walk(id, strength, 0);
  return [...best]
    .map(([edge, { closeness, distance }]) => {
      const [source, target] = [graph.nodes.get(edge.sourceId)!, graph.nodes.get(edge.targetId)!];
      const importance = (edge.importance + Math.max(source.importance, target.importance)) / 2;
      const weight = (edge.weight + source.weight + target.weight) / 3;
      const score = closeness * (0.5 + importance / 2) * (1 + 0.3 * (2 * weight - 1));
      return { edge, distance, relevanceScore: 1 - score / 1.3 };
    })
    .sort((a, b) => a.relevanceScore - b.relevanceScore)
    .slice(0, topK);
}
