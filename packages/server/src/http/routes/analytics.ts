import {
  budgetChangeEndpoint,
  contextBudgetEndpoint,
  feedbackImpactEndpoint,
  latencyEndpoint,
  topObservationsEndpoint,
} from '../../contract/analytics.ts';
import { coverageEndpoint, driftEndpoint, healthEndpoint, trendsEndpoint } from '../../contract/memory-analytics.ts';
import { route, type Route } from '../route.ts';

/** Figures over time. */
export const analyticsRoutes: readonly Route[] = [
  route(feedbackImpactEndpoint, ({ memory, query }) => memory.inspection.feedbackImpact(query)),
  route(contextBudgetEndpoint, ({ memory, query }) => memory.inspection.contextBudget(query)),
  route(budgetChangeEndpoint, ({ memory, query }) => memory.inspection.budgetChange(query)),
  route(latencyEndpoint, ({ memory, query }) => memory.inspection.latency(query)),
  route(topObservationsEndpoint, ({ memory, query }) => memory.inspection.topObservations(query)),
  route(driftEndpoint, ({ memory, query }) => memory.inspection.drift(query)),
  route(coverageEndpoint, async ({ memory, query }) => ({ directories: await memory.inspection.coverage(query) })),
  route(trendsEndpoint, ({ memory, query }) => memory.inspection.trends(query)),
  route(healthEndpoint, ({ memory, query }) => memory.inspection.health(query)),
];
