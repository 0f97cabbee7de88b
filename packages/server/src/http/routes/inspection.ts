import type { ListProjectsOptions, ProjectPage } from '@inkling/engine/types';
import * as analytics from '../../contract/analytics.ts';
import * as inspection from '../../contract/inspection.ts';
import { viewerOf } from '../caller.ts';
import { agentsSeenBy } from '../rights.ts';
import { route, type Route } from '../route.ts';

/** How blocks came to be and what became of tool calls, for people who look. */
export const inspectionRoutes: readonly Route[] = [
  route(inspection.inspectInjections, async ({ memory, caller, params: { sessionId }, query }) => ({
    rows: await memory.inspection.injections(sessionId, { ...query, ...viewerOf(caller) }),
  })),
  route(inspection.listVerbEvents, async ({ memory, params: { sessionId }, query }) => ({
    rows: await memory.inspection.verbEvents(sessionId, query),
  })),
  route(inspection.listProjects, async ({ memory, caller, query }) =>
    caller.projects ? pageOf(caller.projects, query) : memory.inspection.projects(query),
  ),
  route(inspection.getLiveTopology, ({ memory, caller, query }) =>
    memory.inspection.topology({ ...query, ...agentsSeenBy(caller) }),
  ),
  // What a row names moves with the session's outcome: what its writer may not read is not in it.
  route(inspection.recordContextInjection, async ({ memory, caller, body }) => {
    const { graphNodeIds: nodeIds = [], graphEdgeKeys = [], sessionSummaryIds, observationIds } = body;
    const ends = graphEdgeKeys.flatMap(({ sourceId, targetId }) => [sourceId, targetId]);
    const named = { observationIds: [...observationIds, ...sessionSummaryIds], nodeIds: [...nodeIds, ...ends] };
    const ids = await memory.inspection.readableIds({ ...named, ...viewerOf(caller) });
    const isRead = (id: string): boolean => caller.ownsMachine === true || ids.has(id.toLowerCase());
    const row = {
      ...body,
      observationIds: observationIds.filter(isRead),
      sessionSummaryIds: sessionSummaryIds.filter(isRead),
      graphNodeIds: nodeIds.filter(isRead),
      graphEdgeKeys: graphEdgeKeys.filter(({ sourceId, targetId }) => isRead(sourceId) && isRead(targetId)),
    };
    return { id: await memory.recordContextInjection(row) };
  }),
];

/** The projects of a key that is bound to some, in the pages of all. */
function pageOf(projects: readonly string[], { after = '', limit = 200 }: ListProjectsOptions): ProjectPage {
  const behind = [...new Set(projects)].filter((id) => id > after).toSorted();
  return { projectIds: behind.slice(0, limit), hasMore: behind.length > limit };
}

export const analyticsRoutes: readonly Route[] = [
  route(analytics.didItHelp, ({ memory, query, caller }) =>
    memory.inspection.didItHelp({ ...query, ...viewerOf(caller) }),
  ),
  route(analytics.getFeedbackImpact, ({ memory, query, caller }) =>
    memory.inspection.feedbackImpact({ ...query, ...viewerOf(caller) }),
  ),
  route(analytics.getContextBudget, ({ memory, query }) => memory.inspection.contextBudget(query)),
  route(analytics.getBudgetChange, ({ memory, query, caller }) =>
    memory.inspection.budgetChange({ ...query, ...viewerOf(caller) }),
  ),
  route(analytics.getLatency, ({ memory, query }) => memory.inspection.latency(query)),
  route(analytics.getTopObservations, ({ memory, query, caller }) =>
    memory.inspection.topObservations({ ...query, ...viewerOf(caller) }),
  ),
  route(analytics.getDrift, ({ memory, query, caller }) => memory.inspection.drift({ ...query, ...viewerOf(caller) })),
  route(analytics.getCoverage, async ({ memory, query, caller }) => ({
    directories: await memory.inspection.coverage({ ...query, ...viewerOf(caller) }),
  })),
  route(analytics.getTrends, ({ memory, query, caller }) =>
    memory.inspection.trends({ ...query, ...viewerOf(caller) }),
  ),
  route(analytics.getMemoryHealth, ({ memory, query, caller }) =>
    memory.inspection.health({ ...query, ...viewerOf(caller) }),
  ),
];
