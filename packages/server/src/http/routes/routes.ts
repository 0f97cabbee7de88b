import type { Route } from '../route.ts';
import { accessRoutes } from './access.ts';
import { activitiesRoutes } from './activities.ts';
import { analyticsRoutes } from './analytics.ts';
import { configRoutes } from './config.ts';
import { deliveryRoutes } from './delivery.ts';
import { feedbackRoutes } from './feedback.ts';
import { graphRoutes } from './graph.ts';
import { inspectionRoutes } from './inspection.ts';
import { observationsRoutes } from './observations.ts';
import { recallRoutes } from './recall.ts';
import { sessionsRoutes } from './sessions.ts';

/** Every route of the API, one file per resource. What is here is served, documented and tested against its document. */
export const routes: readonly Route[] = [
  ...observationsRoutes,
  ...recallRoutes,
  ...graphRoutes,
  ...configRoutes,
  ...accessRoutes,
  ...sessionsRoutes,
  ...deliveryRoutes,
  ...activitiesRoutes,
  ...feedbackRoutes,
  ...inspectionRoutes,
  ...analyticsRoutes,
];
