import { systemClock, type Clock } from '../../base/clock.ts';
import { inTimeOr } from '../../base/deadline.ts';
import { InklingError } from '../../base/errors.ts';
import { safeListener } from '../../base/safe-listener.ts';
import type { FoundTriplet } from '../../memory/graph/expand-graph.ts';
import {
  DEFAULT_GRAPH_SEARCH,
  type GraphSearchEngine,
  type GraphSearchRequest,
} from '../../memory/graph/graph-search-engine.ts';
import { type Principal, createDefaultAuthorizer } from '../../memory/policy/authorizer.ts';
import { enforceGraphAccess } from '../../memory/policy/enforce-graph-access.ts';
import { authorizeTriplets, type AuthorizedTriplets, type EnforceGraphAccess } from './authorize-triplets.ts';

/** What triplets are found and authorized by. */
export interface FindTripletsRequest extends Pick<
  GraphSearchRequest,
  'scope' | 'queryText' | 'paths' | 'topK' | 'neighborhoodDepth' | 'deadlineMs' | 'signal'
> {
  /** Who will read them. Of another organisation than the scope: there is nothing to read. */
  readonly identity: Principal;
  readonly engine: GraphSearchEngine;
  /** Which of those found are wanted. (Default: all) */
  readonly isWanted?: (triplet: FoundTriplet) => boolean;
  /** The policy. (Default: the default authorizer's, as for observations) */
  readonly enforce?: EnforceGraphAccess;
  /** (Default: the system's clock) */
  readonly clock?: Clock;
  /** Told of failures that were kept from the caller. (Default: nobody) */
  readonly onError?: (error: unknown) => void;
}

/** More are searched than wanted, so that what the policy takes away leaves some. */
const SEARCHED_PER_WANTED = 2;

/** As many as an engine gives. */
const MOST_SEARCHED = 100;

/**
 * The triplets around a query that may be read, most important first and, among equals, most relevant first. Never rejects: without
 * an answer in time, and after any failure, there are none.
 */
export async function findTriplets(request: FindTripletsRequest): Promise<AuthorizedTriplets<FoundTriplet>> {
  const { identity, scope, clock = systemClock, deadlineMs = DEFAULT_GRAPH_SEARCH.deadlineMs } = request;
  const nothing = { allowed: [], denied: [] };
  if (identity?.orgId !== scope?.orgId) return nothing;
  const onError = safeListener(request.onError);
  const ports = { clock, onError };
  return inTimeOr(
    ports,
    deadlineMs,
    ({ signal }) => searchAndAuthorize(request, onError, deadlineMs, signal),
    nothing,
    request.signal,
  );
}

async function searchAndAuthorize(
  request: FindTripletsRequest,
  onError: (error: unknown) => void,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<AuthorizedTriplets<FoundTriplet>> {
  const { engine, identity, scope, queryText, paths = [], topK = DEFAULT_GRAPH_SEARCH.topK } = request;
  const { neighborhoodDepth = DEFAULT_GRAPH_SEARCH.neighborhoodDepth } = request;
  const searched = Math.min(topK * SEARCHED_PER_WANTED, MOST_SEARCHED);
  const answer = await engine.search({
    scope,
    queryText,
    paths,
    topK: searched,
    neighborhoodDepth,
    deadlineMs,
    signal,
  });
  if (!Array.isArray(answer?.triplets) || !answer.triplets.every(isFound)) {
    throw new InklingError('invalid-input', 'The graph engine did not answer with triplets.');
  }
  const ports = { authorizer: createDefaultAuthorizer(), onError };
  const enforce = request.enforce ?? ((question) => enforceGraphAccess(ports, question));
  const wanted = answer.triplets.filter(request.isWanted ?? (() => true));
  const { allowed, denied } = await authorizeTriplets(enforce, identity, wanted, signal);
  return { allowed: allowed.slice(0, topK).sort(byImportance), denied };
}

function byImportance(a: FoundTriplet, b: FoundTriplet): number {
  return b.importance - a.importance || a.relevanceScore - b.relevanceScore;
}

function isFound(triplet: FoundTriplet | null | undefined): boolean {
  const { sourceEntity, relationship, targetEntity, source, target } = triplet ?? {};
  const names: unknown[] = [sourceEntity, relationship, targetEntity, source?.id, target?.id];
  return names.every((name) => typeof name === 'string');
}
