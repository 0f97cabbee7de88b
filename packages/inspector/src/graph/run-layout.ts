import type { DrawnGraph } from './graph-data.ts';
import type { LayoutAnswer, LayoutRequest } from './layout-worker.ts';

/** Lets a worker place the nodes, and moves them as it goes. Returns what stops it. */
export function runLayout(graph: DrawnGraph, onMoved: () => void): () => void {
  const nodes = graph.nodes();
  const places = new Map(nodes.map((node, index) => [node, index]));
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data: { positions } }: MessageEvent<LayoutAnswer>) => {
    graph.updateEachNodeAttributes((node, look) => {
      const index = places.get(node) ?? 0;
      return { ...look, x: positions[index * 2] ?? look.x, y: positions[index * 2 + 1] ?? look.y };
    });
    onMoved();
  });
  const request: LayoutRequest = {
    positions: nodes.map((node) => {
      const { x, y } = graph.getNodeAttributes(node);
      return [x, y] as const;
    }),
    ties: graph.mapEdges((_edge, _look, source, target) => [places.get(source) ?? 0, places.get(target) ?? 0] as const),
  };
  worker.postMessage(request);
  return () => worker.terminate();
}
