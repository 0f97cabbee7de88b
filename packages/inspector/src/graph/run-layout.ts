import type { DrawnGraph } from './graph-data.ts';
import type { LayoutAnswer, LayoutRequest } from './layout-worker.ts';

/** Between two looks at where the nodes are by now: each is drawn, and that takes longer than the way there. */
const LOOK_MS = 250;

/** Lets a worker place the nodes, and moves them as it goes, until they have settled. What draws the graph hears of it from the graph. Returns what stops it. */
export function runLayout(graph: DrawnGraph, onSettled: () => void): () => void {
  const nodes = graph.nodes();
  const places = new Map(nodes.map((node, index) => [node, index]));
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  let latest: LayoutAnswer | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const look = (): void => {
    timer = null;
    if (!latest) return;
    place(graph, places, latest.positions);
    if (latest.isLast) onSettled();
    latest = null;
  };
  worker.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) => {
    latest = data;
    timer ??= setTimeout(look, LOOK_MS);
  });
  const request: LayoutRequest = {
    positions: nodes.map((node) => {
      const { x, y } = graph.getNodeAttributes(node);
      return [x, y] as const;
    }),
    ties: graph.mapEdges((_edge, _look, source, target) => [places.get(source) ?? 0, places.get(target) ?? 0] as const),
  };
  worker.postMessage(request);
  return () => {
    worker.terminate();
    if (timer !== null) clearTimeout(timer);
  };
}

function place(graph: DrawnGraph, places: ReadonlyMap<string, number>, positions: Float32Array): void {
  graph.updateEachNodeAttributes(
    (node, look) => {
      const index = places.get(node) ?? 0;
      look.x = positions[index * 2] ?? look.x;
      look.y = positions[index * 2 + 1] ?? look.y;
      return look;
    },
    { attributes: ['x', 'y'] },
  );
}
