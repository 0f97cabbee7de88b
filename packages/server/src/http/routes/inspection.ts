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
  route(inspection.recordContextInjection, async ({ memory, body }) => ({
    id: await memory.recordContextInjection(body),
  })),
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
  route(analytics.getFeedbackImpact, ({ memory, query }) => memory.inspection.feedbackImpact(query)),
  route(analytics.getContextBudget, ({ memory, query }) => memory.inspection.contextBudget(query)),
  route(analytics.getBudgetChange, ({ memory, query }) => memory.inspection.budgetChange(query)),
  route(analytics.getLatency, ({ memory, query }) => memory.inspection.latency(query)),
  route(analytics.getTopObservations, ({ memory, query, caller }) =>
    memory.inspection.topObservations({ ...query, ...viewerOf(caller) }),
  ),
  route(analytics.getDrift, ({ memory, query, caller }) => memory.inspection.drift({ ...query, ...viewerOf(caller) })),
  route(analytics.getCoverage, async ({ memory, query, caller }) => ({
    directories: await memory.inspection.coverage({ ...query, ...viewerOf(caller) }),
  })),
  route(analytics.getTrends, ({ memory, query }) => memory.inspection.trends(query)),
  route(analytics.getMemoryHealth, ({ memory, query }) => memory.inspection.health(query)),
];
