import type { Route } from '../route.ts';
import { accessRoutes, configRoutes } from './administration.ts';
import { activitiesRoutes, sessionsRoutes } from './sessions.ts';
import { analyticsRoutes, inspectionRoutes } from './inspection.ts';
import { deliveryRoutes } from './delivery.ts';
import { feedbackRoutes, graphRoutes, observationsRoutes, recallRoutes } from './memory.ts';

/** Every route of the API. What is here is served, documented and tested against its document. */
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
