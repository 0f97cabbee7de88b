import * as api from '../../contract/analytics.ts';
import { viewerOf } from '../caller.ts';
import { route, type Route } from '../route.ts';

/** Figures over time. */
export const analyticsRoutes: readonly Route[] = [
  route(api.didItHelp, ({ memory, query, caller }) => memory.inspection.didItHelp({ ...query, ...viewerOf(caller) })),
  route(api.getFeedbackImpact, ({ memory, query }) => memory.inspection.feedbackImpact(query)),
  route(api.getContextBudget, ({ memory, query }) => memory.inspection.contextBudget(query)),
  route(api.getBudgetChange, ({ memory, query }) => memory.inspection.budgetChange(query)),
  route(api.getLatency, ({ memory, query }) => memory.inspection.latency(query)),
  route(api.getTopObservations, ({ memory, query, caller }) =>
    memory.inspection.topObservations({ ...query, ...viewerOf(caller) }),
  ),
  route(api.getDrift, ({ memory, query, caller }) => memory.inspection.drift({ ...query, ...viewerOf(caller) })),
  route(api.getCoverage, async ({ memory, query, caller }) => ({
    directories: await memory.inspection.coverage({ ...query, ...viewerOf(caller) }),
  })),
  route(api.getTrends, ({ memory, query }) => memory.inspection.trends(query)),
  route(api.getMemoryHealth, ({ memory, query }) => memory.inspection.health(query)),
];
