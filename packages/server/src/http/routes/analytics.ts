import {
  budgetChangeEndpoint,
  contextBudgetEndpoint,
  feedbackImpactEndpoint,
  latencyEndpoint,
  topObservationsEndpoint,
} from '../../contract/analytics.ts';
import { didItHelpEndpoint } from '../../contract/did-it-help.ts';
import { coverageEndpoint, driftEndpoint, healthEndpoint, trendsEndpoint } from '../../contract/memory-analytics.ts';
import { route, type Route } from '../route.ts';
import { viewerOf } from '../viewer-of.ts';

/** Figures over time. */
export const analyticsRoutes: readonly Route[] = [
  route(didItHelpEndpoint, ({ memory, query, caller }) =>
    memory.inspection.didItHelp({ ...query, ...viewerOf(caller) }),
  ),
  route(feedbackImpactEndpoint, ({ memory, query }) => memory.inspection.feedbackImpact(query)),
  route(contextBudgetEndpoint, ({ memory, query }) => memory.inspection.contextBudget(query)),
  route(budgetChangeEndpoint, ({ memory, query }) => memory.inspection.budgetChange(query)),
  route(latencyEndpoint, ({ memory, query }) => memory.inspection.latency(query)),
  route(topObservationsEndpoint, ({ memory, query, caller }) =>
    memory.inspection.topObservations({ ...query, ...viewerOf(caller) }),
  ),
  route(driftEndpoint, ({ memory, query, caller }) => memory.inspection.drift({ ...query, ...viewerOf(caller) })),
  route(coverageEndpoint, async ({ memory, query, caller }) => ({
    directories: await memory.inspection.coverage({ ...query, ...viewerOf(caller) }),
  })),
  route(trendsEndpoint, ({ memory, query }) => memory.inspection.trends(query)),
  route(healthEndpoint, ({ memory, query }) => memory.inspection.health(query)),
];
