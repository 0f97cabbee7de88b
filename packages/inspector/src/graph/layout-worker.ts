import { DirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';

/** What is to be placed: where each node stands now, and which are tied. */
export interface LayoutRequest {
  readonly positions: readonly (readonly [x: number, y: number])[];
  readonly ties: readonly (readonly [source: number, target: number])[];
}

/** Where each node stands: x and y in turn. */
export interface LayoutAnswer {
  readonly positions: Float32Array;
  /** Nothing comes behind it. */
  readonly isLast: boolean;
}

// In steps, so that the drawing moves while it settles; a large graph gets fewer, each is dearer.
const STEPS = 20;

self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  const graph = new DirectedGraph();
  data.positions.forEach(([x, y], index) => graph.addNode(String(index), { x, y }));
  for (const [source, target] of data.ties) graph.mergeEdge(String(source), String(target));
  const settings = { ...forceAtlas2.inferSettings(graph), gravity: 0.6, scalingRatio: 12 };
  const iterations = graph.order > 2000 ? 5 : 15;
  for (let step = 0; step < STEPS; step += 1) {
    forceAtlas2.assign(graph, { iterations, settings });
    const positions = new Float32Array(graph.order * 2);
    graph.forEachNode((node, { x, y }) => {
      positions[Number(node) * 2] = x as number;
      positions[Number(node) * 2 + 1] = y as number;
    });
    self.postMessage({ positions, isLast: step === STEPS - 1 } satisfies LayoutAnswer);
  }
});
