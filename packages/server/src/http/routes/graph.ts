import * as api from '../../contract/graph.ts';
import { viewerOf } from '../caller.ts';
import { route, type Route, streamRoute } from '../route.ts';

/** What an indexer of code writes, what it remembers of files, and the graph to be looked at. */
export const graphRoutes: readonly Route[] = [
  route(api.upsertGraphNodes, ({ memory, body }) => memory.graph.upsertNodes(body.nodes)),
  route(api.removeGraphNodes, async ({ memory, body }) => ({ removed: await memory.graph.removeNodes(body.ids) })),
  route(api.upsertGraphEdges, ({ memory, body }) => memory.graph.upsertEdges(body.edges)),
  route(api.removeGraphEdges, async ({ memory, body: { projectId, paths, keep } }) => ({
    removed: await memory.graph.removeEdgesOfFiles(projectId, paths, keep),
  })),
  streamRoute(api.listGraphFiles, async function* ({ memory, query: { projectId = null } }) {
    yield* await memory.graph.files.list(projectId);
  }),
  route(api.setGraphFiles, async ({ memory, body: { projectId, files } }) => {
    await memory.graph.files.set(projectId, files);
    return { written: files.length };
  }),
  route(api.removeGraphFiles, async ({ memory, body: { projectId, paths } }) => {
    await memory.graph.files.remove(projectId, paths);
    return { removed: paths.length };
  }),
  route(api.getGraphNeighbourhood, ({ memory, caller, body }) =>
    memory.inspection.neighbourhood({ ...body, ...viewerOf(caller) }),
  ),
];
