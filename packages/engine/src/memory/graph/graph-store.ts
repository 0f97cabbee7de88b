import type { TenantDatabase } from '../../base/database/database.ts';
import { countGraph, type GraphCounts, getGraphNodes } from './get-graph-nodes.ts';
import type { GraphEdgeIdentity, GraphEdgeInput } from './graph-edge.ts';
import { graphNeighbourhood, type GraphNeighbourhood, type GraphNeighbourhoodRequest } from './graph-neighbourhood.ts';
import { listGraphFiles, removeGraphFiles, setGraphFiles, type GraphFile } from './graph-files.ts';
import type { GraphNode, GraphNodeInput } from './graph-node.ts';
import type { Tokenize } from './graph-terms.ts';
import { upsertGraphEdges, type UpsertedGraphEdges } from './upsert-graph-edges.ts';
import { upsertGraphNodes, type UpsertedGraphNodes } from './upsert-graph-nodes.ts';
import { normalizePath } from '../../base/normalize-path.ts';
import { requireInput } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';

/** What a code indexer remembers of files. */
export interface GraphFileStore {
  /** All of the project's, by path. */
  list(projectId: string | null): Promise<readonly GraphFile[]>;
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
    neighbourhood: (request) => graphNeighbourhood(tenant, tokenize, request),
    count: (projectId) => countGraph(tenant, projectId),
    removeNodes: (ids) => removeGraphNodes(tenant, ids),
    removeEdgesOfFiles: (projectId, paths, keep) => removeGraphEdgesOfFiles(tenant, projectId, paths, keep),
    files: {
      list: (projectId) => listGraphFiles(tenant, projectId),
      set: (projectId, files) => setGraphFiles(tenant, projectId, files),
      remove: (projectId, paths) => removeGraphFiles(tenant, projectId, paths),
    },
  };
}

/** Removes nodes with their edges. Answers how many nodes there were. */
async function removeGraphNodes(tenant: TenantDatabase, ids: readonly string[]): Promise<number> {
  requireInput(Array.isArray(ids) && ids.every(isUuid), 'ids', 'a list of UUIDs');
  const rows = await tenant.query({
    text: 'delete from graph_nodes where org_id = $1 and id = any($2::uuid[]) returning id',
    values: [tenant.orgId, ids],
  });
  return rows.length;
}

/**
 * Removes the edges that were read from files, except those to keep. To index a changed file again, write its edges first and keep them
 * here: a removed edge loses what feedback made of it. Answers how many were removed.
 */
async function removeGraphEdgesOfFiles(
  tenant: TenantDatabase,
  projectId: string | null,
  paths: readonly string[],
  keep: readonly GraphEdgeIdentity[] = [],
): Promise<number> {
  const kept = keep.map(({ sourceId, relationshipName, targetId }) => ({ sourceId, relationshipName, targetId }));
  const rows = await tenant.query({
    text: `
      delete from graph_edges e
      where e.org_id = $1 and e.project_id = $2 and e.source_file = any($3::text[]) and not exists (
        select from jsonb_to_recordset($4::jsonb) as k("sourceId" uuid, "relationshipName" text, "targetId" uuid)
        where k."sourceId" = e.source_id and k."relationshipName" = e.relationship_name and k."targetId" = e.target_id)
      returning 1 as removed`,
    values: [tenant.orgId, projectId ?? '', paths.map(normalizePath), JSON.stringify(kept)],
  });
  return rows.length;
}
