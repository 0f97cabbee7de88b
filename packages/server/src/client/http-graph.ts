import type { CodeGraphTarget } from '../code-graph/graph-facts.ts';
import {
  listGraphFilesEndpoint,
  removeGraphEdgesEndpoint,
  removeGraphFilesEndpoint,
  removeGraphNodesEndpoint,
  setGraphFilesEndpoint,
  upsertGraphEdgesEndpoint,
  upsertGraphNodesEndpoint,
} from '../contract/graph-index.ts';
import type { Client } from './client.ts';

/** The part of a daemon's graph that an indexer of code writes. */
export function createHttpGraph(client: Client): CodeGraphTarget {
  return {
    upsertNodes: (nodes) => client.call(upsertGraphNodesEndpoint, { body: { nodes } }),
    upsertEdges: (edges) => client.call(upsertGraphEdgesEndpoint, { body: { edges } }),
    async removeNodes(ids) {
      return (await client.call(removeGraphNodesEndpoint, { body: { ids } })).removed;
    },
    async removeEdgesOfFiles(projectId, paths, keep = []) {
      const identities = keep.map(({ sourceId, relationshipName, targetId }) => ({
        sourceId,
        relationshipName,
        targetId,
      }));
      return (await client.call(removeGraphEdgesEndpoint, { body: { projectId, paths, keep: identities } })).removed;
    },
    files: filesOf(client),
  };
}

function filesOf(client: Client): CodeGraphTarget['files'] {
  return {
    async list(projectId) {
      const files = [];
      for await (const file of client.lines(listGraphFilesEndpoint, {
        query: projectId === null ? {} : { projectId },
      })) {
        files.push(file);
      }
      return files;
    },
    async set(projectId, files) {
      await client.call(setGraphFilesEndpoint, { body: { projectId, files } });
    },
    async remove(projectId, paths) {
      await client.call(removeGraphFilesEndpoint, { body: { projectId, paths } });
    },
  };
}
