import { systemClock, type Clock } from '../../base/clock.ts';
import type { TenantDatabase } from '../../base/database/database.ts';
import { DEADLINE_EXCEEDED, inTime, type Deadline } from '../../base/deadline.ts';
import { requireInput, requireWholeNumber } from '../../base/require-input.ts';
import { expandGraph, toFoundTriplet, type FoundTriplet, type TripletRow } from './expand-graph.ts';
import { findGraphSeeds, strongestSeeds, type FoundSeed, type GraphSeed } from './find-graph-seeds.ts';
import { graphLookups, type Tokenize } from './graph-terms.ts';
import type { GraphScope } from './graph-edge.ts';

/** A search of the graph. Source: seed "Graph Context Injection". */
export interface GraphSearchRequest {
  readonly scope: GraphScope;
  /** Natural language; the words of a work item or of a tool call. */
  readonly queryText: string;
  /** Files that are worked on, such as the facets `currentFile` and `lastEditedFile`: their nodes come first. (Default: none) */
  readonly paths?: readonly string[];
  /** Most triplets, 1 to 100. (Default: 10) */
  readonly topK?: number;
  /** Edges from a found node to the farthest triplet, 1 to 3. (Default: 2) */
  readonly neighborhoodDepth?: number;
  /** Milliseconds. (Default: 1000) */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

/** What a search found. */
export interface GraphSearchResult {
  /** Most relevant first. */
  readonly triplets: readonly FoundTriplet[];
  readonly outcome: 'ok' | 'deadline-exceeded';
}

/** Finds the triplets around what a query names. */
export interface GraphSearchEngine {
  /** Fails with `invalid-input` on what cannot be meant, and as the database does. An expired deadline is an outcome. */
  search(request: GraphSearchRequest): Promise<GraphSearchResult>;
}

/** What an engine stands on: one organisation. */
export interface GraphSearchEngineOptions {
  readonly tenant: TenantDatabase;
  /** The one that nodes were written with. */
  readonly tokenize: Tokenize;
  readonly clock?: Clock;
  /** Nodes found by other means than words, such as vectors, with a strength of 0 to 1. (Default: none) */
  readonly moreSeeds?: (request: GraphSearchRequest, signal: AbortSignal) => Promise<readonly GraphSeed[]>;
}

/** The defaults of a search. Source: seed "Graph Context Injection". */
export const DEFAULT_GRAPH_SEARCH: Readonly<{ topK: number; neighborhoodDepth: number; deadlineMs: number }> =
  Object.freeze({ topK: 10, neighborhoodDepth: 2, deadlineMs: 1000 });

/**
 * An engine over the stored graph: the words of the query find nodes, one recursive statement finds what is around them. The work is
 * bounded by the settings, not by how much the graph holds. Source: contract 8.
 */
export function createGraphSearchEngine(options: GraphSearchEngineOptions): GraphSearchEngine {
  const { tenant, clock = systemClock } = options;
  return {
    async search(request) {
      requireRequest(request, tenant.orgId);
      const { deadlineMs = DEFAULT_GRAPH_SEARCH.deadlineMs } = request;
      const work = ({ signal }: Deadline): Promise<readonly FoundTriplet[]> => find(options, request, signal);
      const triplets = await inTime(clock, deadlineMs, work, request.signal);
      if (triplets === DEADLINE_EXCEEDED) return { triplets: [], outcome: 'deadline-exceeded' };
      return { triplets, outcome: 'ok' };
    },
  };
}

async function find(
  { tenant, tokenize, moreSeeds }: GraphSearchEngineOptions,
  request: GraphSearchRequest,
  signal: AbortSignal,
): Promise<readonly FoundTriplet[]> {
  const { scope, topK = DEFAULT_GRAPH_SEARCH.topK } = request;
  const depth = request.neighborhoodDepth ?? DEFAULT_GRAPH_SEARCH.neighborhoodDepth;
  const lookups = graphLookups(request.queryText, request.paths ?? [], tokenize);
  const [found, others = []] = await Promise.all([
    tenant.query<FoundSeed>(findGraphSeeds(scope, lookups), { signal }),
    moreSeeds?.(request, signal),
  ]);
  const seeds = strongestSeeds(found, others);
  if (seeds.length === 0) return [];
  const rows = await tenant.query<TripletRow>(expandGraph(scope, seeds, depth, topK), { signal });
  return rows.map(toFoundTriplet);
}

function requireRequest(request: GraphSearchRequest, orgId: string): void {
  const { scope, queryText, topK = 1, neighborhoodDepth = 1, paths = [] } = request;
  requireInput(scope?.orgId === orgId, 'scope.orgId', `'${orgId}', the organisation of this engine`);
  requireInput(typeof queryText === 'string', 'queryText', 'a string');
  requireWholeNumber(topK, 'topK', 1, 100);
  const isDepth = Number.isInteger(neighborhoodDepth) && neighborhoodDepth >= 1 && neighborhoodDepth <= 3;
  requireInput(isDepth, 'neighborhoodDepth', '1, 2 or 3');
  requireInput(Array.isArray(paths) && paths.every((path) => typeof path === 'string'), 'paths', 'a list of strings');
}
