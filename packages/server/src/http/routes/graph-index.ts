import {
  listGraphFilesEndpoint,
  removeGraphEdgesEndpoint,
  removeGraphFilesEndpoint,
  removeGraphNodesEndpoint,
  setGraphFilesEndpoint,
  upsertGraphEdgesEndpoint,
  upsertGraphNodesEndpoint,
} from '../../contract/graph-index.ts';
import { route, streamRoute, type Route } from '../route.ts';

/** What an indexer of code writes, and what it remembers of files. */
export const graphIndexRoutes: readonly Route[] = [
  route(upsertGraphNodesEndpoint, ({ memory, body }) => memory.graph.upsertNodes(body.nodes)),
  route(removeGraphNodesEndpoint, async ({ memory, body }) => ({ removed: await memory.graph.removeNodes(body.ids) })),
  route(upsertGraphEdgesEndpoint, ({ memory, body }) => memory.graph.upsertEdges(body.edges)),
  route(removeGraphEdgesEndpoint, async ({ memory, body: { projectId, paths, keep } }) => ({
    removed: await memory.graph.removeEdgesOfFiles(projectId, paths, keep),
  })),
  streamRoute(listGraphFilesEndpoint, async function* ({ memory, query: { projectId = null } }) {
    yield* await memory.graph.files.list(projectId);
  }),
  route(setGraphFilesEndpoint, async ({ memory, body: { projectId, files } }) => {
    await memory.graph.files.set(projectId, files);
    return { written: files.length };
  }),
  route(removeGraphFilesEndpoint, async ({ memory, body: { projectId, paths } }) => {
    await memory.graph.files.remove(projectId, paths);
    return { removed: paths.length };
  }),
];
