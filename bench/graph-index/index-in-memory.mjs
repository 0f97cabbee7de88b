// The import edges and the time of indexing a directory, into a graph that only counts.
import { systemClock } from '@inkling/engine';
import { graphNodeId } from '@inkling/engine/building-blocks';
import { indexRepository } from '../../packages/server/dist/code-graph/index-repository.js';

const ORG = 'bench';

/** Indexes a directory. Answers the report, its modules by path, and pairs `importer imported`. */
export async function indexInMemory(directory) {
  const names = new Map();
  const pairs = [];
  const target = {
    async upsertNodes(nodes) {
      for (const node of nodes) names.set(graphNodeId(ORG, node), node);
      return { ids: [], created: nodes.length, updated: 0 };
    },
    async upsertEdges(edges) {
      pairs.push(...edges.filter((edge) => edge.relationshipName === 'imports'));
      return { created: edges.length, updated: 0, missing: 0 };
    },
    removeNodes: async () => 0,
    removeEdgesOfFiles: async () => 0,
    files: { list: async () => [], set: async () => {}, remove: async () => {} },
  };
  const report = await indexRepository(target, { directory, orgId: ORG, projectId: 'bench', clock: systemClock });
  const modules = [...names.values()].filter(({ type }) => type === 'Module').map(({ name }) => name);
  const nameOf = (id) => names.get(id)?.name;
  return {
    report,
    modules,
    imports: new Set(pairs.map((edge) => `${nameOf(edge.sourceId)} ${nameOf(edge.targetId)}`)),
  };
}
