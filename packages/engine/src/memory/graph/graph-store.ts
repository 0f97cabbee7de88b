import type { TenantDatabase } from '../../base/database/database.ts';
import { countGraph, type GraphCounts } from './count-graph.ts';
import type { GraphEdge, GraphEdgeIdentity, GraphEdgeInput } from './graph-edge.ts';
import { graphNeighbourhood, type GraphNeighbourhood, type GraphNeighbourhoodRequest } from './graph-neighbourhood.ts';
import { listGraphFiles, removeGraphFiles, setGraphFiles, type GraphFile } from './graph-files.ts';
import type { GraphNode, GraphNodeInput } from './graph-node.ts';
import type { Tokenize } from './graph-terms.ts';
import { listGraphEdges, type ListGraphEdgesRequest } from './list-graph-edges.ts';
import { getGraphNodes, listGraphNodes, type ListGraphNodesRequest } from './list-graph-nodes.ts';
import { removeGraphEdgesOfFiles, removeGraphNodes } from './remove-from-graph.ts';
import { upsertGraphEdges, type UpsertedGraphEdges } from './upsert-graph-edges.ts';
import { upsertGraphNodes, type UpsertedGraphNodes } from './upsert-graph-nodes.ts';

/** What a code indexer remembers of files. */
export interface GraphFileStore {
  /** By path; all of the project's, or those of the given paths. */
  list(projectId: string | null, paths?: readonly string[]): Promise<readonly GraphFile[]>;
  set(projectId: string | null, files: readonly GraphFile[]): Promise<void>;
  /** With the edges that were read from them and the nodes that no other file declares. */
  remove(projectId: string | null, paths: readonly string[]): Promise<void>;
}

/** The knowledge graph of one organisation. */
export interface GraphStore {
  /** Creates and changes nodes; feedback weights stay. Ids are answered in the order of the nodes, see graphNodeId. */
  upsertNodes(nodes: readonly GraphNodeInput[]): Promise<UpsertedGraphNodes>;
  /** Creates and changes edges between nodes that exist; feedback weights stay. */
  upsertEdges(edges: readonly GraphEdgeInput[]): Promise<UpsertedGraphEdges>;
  getNodes(ids: readonly string[]): Promise<readonly GraphNode[]>;
  /** In the order of ids; continue with `after`. */
  listNodes(request?: ListGraphNodesRequest): Promise<readonly GraphNode[]>;
  /** In the order of source, relationship and target; continue with `after`. */
  listEdges(request?: ListGraphEdgesRequest): Promise<readonly GraphEdge[]>;
  /** Nodes around what a query names, or the most important ones, with the edges between them, to be looked at. */
  neighbourhood(request?: GraphNeighbourhoodRequest): Promise<GraphNeighbourhood>;
  /** Of a project, of what belongs to none (null), or of the organisation. */
  count(projectId?: string | null): Promise<GraphCounts>;
  /** With their edges. */
  removeNodes(ids: readonly string[]): Promise<number>;
  /** All edges that were read from these files, except those to keep. */
  removeEdgesOfFiles(
    projectId: string | null,
    paths: readonly string[],
    keep?: readonly GraphEdgeIdentity[],
  ): Promise<number>;
  readonly files: GraphFileStore;
}

/** Binds the room's verbs to one organisation. Names are split by the tokenizer that queries are split with. */
export function createGraphStore(tenant: TenantDatabase, tokenize: Tokenize): GraphStore {
  return {
    upsertNodes: (nodes) => upsertGraphNodes(tenant, nodes, tokenize),
    upsertEdges: (edges) => upsertGraphEdges(tenant, edges),
    getNodes: (ids) => getGraphNodes(tenant, ids),
    listNodes: (request) => listGraphNodes(tenant, request),
    listEdges: (request) => listGraphEdges(tenant, request),
    neighbourhood: (request) => graphNeighbourhood(tenant, tokenize, request),
    count: (projectId) => countGraph(tenant, projectId),
    removeNodes: (ids) => removeGraphNodes(tenant, ids),
    removeEdgesOfFiles: (projectId, paths, keep) => removeGraphEdgesOfFiles(tenant, projectId, paths, keep),
    files: {
      list: (projectId, paths) => listGraphFiles(tenant, projectId, paths),
      set: (projectId, files) => setGraphFiles(tenant, projectId, files),
      remove: (projectId, paths) => removeGraphFiles(tenant, projectId, paths),
    },
  };
}
