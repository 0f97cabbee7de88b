import type { FoundTriplet, TripletNode } from '../src/memory/graph/expand-graph.ts';
import type { GraphSearchEngine, GraphSearchRequest } from '../src/memory/graph/graph-search-engine.ts';

const uuid = (n: number): string => `018f3c5e-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A node of org_123, with whatever the test changes. */
export function graphNode(n: number, changes: Partial<TripletNode> = {}): TripletNode {
  return {
    orgId: 'org_123',
    id: uuid(n),
    projectId: 'proj_xyz',
    type: 'Service',
    classification: 'internal',
    ...changes,
  };
}

/** A found triplet `S<n> → calls → T<n>` of org_123, with whatever the test changes. */
export function foundTriplet(n: number, changes: Partial<FoundTriplet> = {}): FoundTriplet {
  const { source = graphNode(2 * n), target = graphNode(2 * n + 1) } = changes;
  return {
    sourceEntity: `S${n}`,
    relationship: 'calls',
    targetEntity: `T${n}`,
    relevanceScore: 0.5,
    importance: 0.5,
    distance: 0,
    source,
    target,
    sourceNodeId: source.id,
    targetNodeId: target.id,
    ...changes,
  };
}

/** An engine that answers every search with these triplets, and notes what it was asked. */
export function engineOf(triplets: readonly FoundTriplet[], asked: GraphSearchRequest[] = []): GraphSearchEngine {
  return {
    search(request) {
      asked.push(request);
      return Promise.resolve({ triplets, outcome: 'ok' });
    },
  };
}
