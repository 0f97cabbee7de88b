import { inTimeOr } from '../../base/deadline.ts';
import { authorizeTriplets, type EnforceGraphAccess } from '../../features/graph-context/authorize-triplets.ts';
import type { InSessionGraph } from '../../features/in-session/injector-options.ts';
import type { SessionGraph, SessionMemoryRequest } from '../../features/session-start/session-memory-request.ts';
import { isGraphRecalled, type EffectiveConfig } from '../../memory/config/effective-config.ts';
import type { FoundTriplet } from '../../memory/graph/expand-graph.ts';
import type { GraphSearchEngine } from '../../memory/graph/graph-search-engine.ts';
import { ANONYMOUS_AGENT } from '../../memory/policy/authorizer.ts';
import { enforceGraphAccess } from '../../memory/policy/enforce-graph-access.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/** What the graph of a session is decided by. */
export type GraphRooms = Pick<Rooms, 'authorizer' | 'onError' | 'config' | 'clock'>;

/** The graph for a session-start block: the request's own, or the organisation's, as far as project and work type have it. Unknown settings are a no. */
export function sessionGraph(
  rooms: GraphRooms,
  orgId: string,
  engine: GraphSearchEngine,
  effective: EffectiveConfig | null,
  request: Omit<SessionMemoryRequest, 'orgId' | 'store'>,
): SessionGraph {
  const { graph, projectId = null, workType, agentId = ANONYMOUS_AGENT, sessionId } = request;
  if (graph !== undefined) return graph;
  return {
    engine,
    identity: { orgId, agentId, projectId, sessionId },
    graphEnabled: effective !== null && isGraphRecalled(effective, workType),
    enforce: graphPolicy(rooms),
  };
}

/** The graph for an injector: searched for each event of a project that has one. */
export function inSessionGraph(
  rooms: Omit<GraphRooms, 'clock'>,
  orgId: string,
  engine: GraphSearchEngine,
  workTypeOf: (sessionId: string) => Promise<string>,
): InSessionGraph {
  const enforce = graphPolicy(rooms);
  return {
    matcher: {
      async match(request) {
        const { identity, texts, paths } = request;
        const projectId = identity.projectId ?? null;
        const workType = identity.sessionId ? await workTypeOf(identity.sessionId) : '';
        if (!isGraphRecalled(await rooms.config(orgId).effective(projectId), workType)) return [];
        const { signal } = request;
        const found = await engine.search({ scope: { orgId, projectId }, queryText: texts.join('\n'), paths, signal });
        return found.triplets;
      },
    },
    async enforce(triplets, identity, signal) {
      // What this matcher found has both its ends; a triplet from elsewhere has not, and is denied.
      const found = triplets.filter((triplet): triplet is FoundTriplet => 'source' in triplet && 'target' in triplet);
      const { allowed } = await authorizeTriplets(enforce, identity, found, signal);
      const permitted = new Set<unknown>(allowed);
      return triplets.map((triplet) => permitted.has(triplet));
    },
  };
}

export function graphPolicy(rooms: Pick<Rooms, 'authorizer' | 'onError'>): EnforceGraphAccess {
  return (request) => enforceGraphAccess(rooms, request);
}

// A cached answer takes no time and a read half a millisecond; with a database that is slower than this a start goes on without.
const WAIT_MS = 250;

/** How long the settings are waited for. */
export interface SettingsWait {
  /** (Default and most: 250) */
  readonly waitMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** What a start needs of the settings. It is never without a block because they could not be read: then it is null, and `onError` is told why. */
export function settingsInTime(
  rooms: Omit<GraphRooms, 'authorizer'>,
  orgId: string,
  projectId: string | null,
  { waitMs = WAIT_MS, signal }: SettingsWait = {},
): Promise<EffectiveConfig | null> {
  const work = (): Promise<EffectiveConfig> => rooms.config(orgId).effective(projectId);
  return inTimeOr(rooms, Math.min(WAIT_MS, waitMs), work, null, signal);
}
