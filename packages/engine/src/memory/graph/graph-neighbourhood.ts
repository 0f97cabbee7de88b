import type { TenantDatabase } from '../../base/database/database.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import { requireInput, requireWholeNumber } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import { findGraphSeeds, type FoundSeed } from './find-graph-seeds.ts';
import { GRAPH_EDGE_COLUMNS, type GraphEdge, type GraphEdgeRow } from './graph-edge.ts';
import { GRAPH_NODE_COLUMNS, type GraphNode, type GraphNodeRow } from './graph-node.ts';
import { graphLookups, type Tokenize } from './graph-terms.ts';

/** What of the graph is looked at. */
export interface GraphNeighbourhoodRequest {
  /** null = what belongs to no project. (Default: every project) */
  readonly projectId?: string | null;
  /** Words that name where to begin. Without them, paths and nodes: the most important nodes. */
  readonly queryText?: string;
  /** Files whose nodes to begin at. */
  readonly paths?: readonly string[];
  /** Nodes to begin at. */
  readonly nodeIds?: readonly string[];
  /** Edges from there, 0 to 5. (Default: 2) */
  readonly depth?: number;
  /** Nodes, the nearest first, 1 to 5000. (Default: 500) */
  readonly limit?: number;
}

/** A node with how far it is from where the look began. */
export interface NeighbourNode extends GraphNode {
  /** Edges from the nearest beginning; 0 = it is one. */
  readonly distance: number;
}

/** A part of the graph. */
export interface GraphNeighbourhood {
  /** Nearest first. */
  readonly nodes: readonly NeighbourNode[];
  /** Between the nodes, the heaviest first. */
  readonly edges: readonly GraphEdge[];
  /** More nodes or edges are there than the limits let in. */
  readonly hasMore: boolean;
}

const MAX_NODES = 5000;

/** More lines than a picture of 5000 points can show. */
const MAX_EDGES = 20_000;

/** Edges followed from one node, the best by feedback, then importance: a hub has 10,000. */
const FAN_OUT = 200;

/** Steps taken altogether, nearest first. */
const STEPS_READ = 50_000;

/** The part of the graph around what a query, files or nodes name. Fails with `invalid-input`. */
export async function graphNeighbourhood(
  tenant: TenantDatabase,
  tokenize: Tokenize,
  request: GraphNeighbourhoodRequest = {},
): Promise<GraphNeighbourhood> {
  const { depth = 2, limit = 500 } = request;
  requireRequest(request, depth, limit);
  const project = projectColumn(request.projectId);
  const isAsked = Boolean(request.queryText || request.paths?.length || request.nodeIds?.length);
  const begin = isAsked ? await beginnings(tenant, tokenize, request) : null;
  const nodes =
    begin === null
      ? await importantNodes(tenant, project, limit + 1)
      : await reach(tenant, project, begin, depth, limit + 1);
  const kept = nodes.slice(0, limit);
  const edges = await edgesBetween(
    tenant,
    kept.map(({ id }) => id),
  );
  const hasMore = nodes.length > limit || edges.length > MAX_EDGES;
  return { nodes: kept, edges: edges.slice(0, MAX_EDGES), hasMore };
}

function requireRequest(
  { queryText, paths = [], nodeIds = [] }: GraphNeighbourhoodRequest,
  depth: number,
  limit: number,
): void {
  requireInput(queryText === undefined || typeof queryText === 'string', 'queryText', 'a string');
  requireInput(Array.isArray(paths) && paths.every((path) => typeof path === 'string'), 'paths', 'a list of strings');
  requireInput(Array.isArray(nodeIds) && nodeIds.every(isUuid), 'nodeIds', 'a list of UUIDs');
  requireWholeNumber(depth, 'depth', 0, 5);
  requireWholeNumber(limit, 'limit', 1, MAX_NODES);
}

async function beginnings(
  tenant: TenantDatabase,
  tokenize: Tokenize,
  { projectId, queryText = '', paths = [], nodeIds = [] }: GraphNeighbourhoodRequest,
): Promise<readonly string[]> {
  const lookups = graphLookups(queryText, paths, tokenize);
  const scope = { orgId: tenant.orgId, ...(projectId === undefined ? {} : { projectId }) };
  const seeds = lookups.length === 0 ? [] : await tenant.query<FoundSeed>(findGraphSeeds(scope, lookups));
  return [...nodeIds, ...seeds.map(({ id }) => id)];
}

async function importantNodes(tenant: TenantDatabase, project: string | null, limit: number): Promise<NeighbourNode[]> {
  return tenant.query<GraphNodeRow & { distance: number }>({
    text: `
      select ${GRAPH_NODE_COLUMNS}, 0 as distance from graph_nodes n
      where n.org_id = $1 and ($2::text is null or n.project_id = $2)
      order by n.importance + n.feedback_weight desc, n.id limit $3`,
    values: [tenant.orgId, project, limit],
  });
}

const step = (from: 'source_id' | 'target_id', to: 'source_id' | 'target_id'): string => `
  (select e.${to} as other, e.feedback_weight, e.importance from graph_edges e
  where e.org_id = $1 and e.${from} = walk.node and ($2::text is null or e.project_id = $2)
  order by e.feedback_weight desc, e.importance desc, e.${to}, e.relationship_name collate "C" limit ${FAN_OUT})`;

async function reach(
  tenant: TenantDatabase,
  project: string | null,
  begin: readonly string[],
  depth: number,
  limit: number,
): Promise<NeighbourNode[]> {
  return tenant.query<NeighbourRow>({
    text: `
      with recursive walk (node, depth) as (
        select id, 0 from unnest($3::uuid[]) as begin (id)
        union
        select step.other, walk.depth + 1
        from walk cross join lateral (${step('source_id', 'target_id')} union all ${step('target_id', 'source_id')}) step
        where walk.depth < $4
      ), reached as (
        select node, min(depth) as distance from (select * from walk limit ${STEPS_READ}) taken group by node
      )
      select ${GRAPH_NODE_COLUMNS}, r.distance from reached r join graph_nodes n on n.org_id = $1 and n.id = r.node
      where $2::text is null or n.project_id = $2
      order by r.distance, n.importance + n.feedback_weight desc, n.id limit $5`,
    values: [tenant.orgId, project, begin, depth, limit],
  });
}

type NeighbourRow = GraphNodeRow & { readonly distance: number };

async function edgesBetween(tenant: TenantDatabase, ids: readonly string[]): Promise<GraphEdge[]> {
  return tenant.query<GraphEdgeRow>({
    text: `
      with there as (select unnest($2::uuid[]) as id)
      select ${GRAPH_EDGE_COLUMNS} from there s join graph_edges e on e.org_id = $1 and e.source_id = s.id
      where e.target_id in (select id from there)
      order by e.feedback_weight desc, e.importance desc, e.source_id, e.target_id, e.relationship_name limit ${MAX_EDGES + 1}`,
    values: [tenant.orgId, ids],
  });
}
