import type { Route } from '../route.ts';
import { activityRoutes } from './activities.ts';
import { activityStreamRoutes } from './activity-stream.ts';
import { amendmentRoutes } from './amendments.ts';
import { analyticsRoutes } from './analytics.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { blockRoutes } from './blocks.ts';
import { captureRoutes } from './captures.ts';
import { configRoutes } from './config.ts';
import { eventRoutes } from './events.ts';
import { experimentRoutes } from './experiments.ts';
import { graphIndexRoutes } from './graph-index.ts';
import { graphSearchRoutes } from './graph-search.ts';
import { graphViewRoutes } from './graph-view.ts';
import { feedbackRoutes } from './feedback.ts';
import { hookRoutes } from './hooks.ts';
import { importCursorRoutes } from './import-cursors.ts';
import { injectRoutes } from './injects.ts';
import { inspectionRoutes } from './inspection.ts';
import { inspectorRoutes } from './inspector.ts';
import { observationReviewRoutes } from './observation-review.ts';
import { observationRoutes } from './observations.ts';
import { outcomeRoutes } from './outcomes.ts';
import { policyRoutes } from './policies.ts';
import { recallRoutes } from './recall.ts';
import { sessionRoutes } from './sessions.ts';
import { transferRoutes } from './transfer.ts';

/** Every route of the API, one file per resource. What is here is served, documented and tested against its document. */
export const routes: readonly Route[] = [
  ...observationRoutes,
  ...observationReviewRoutes,
  ...recallRoutes,
  ...blockRoutes,
  ...importCursorRoutes,
  ...graphIndexRoutes,
  ...graphSearchRoutes,
  ...configRoutes,
  ...policyRoutes,
  ...sessionRoutes,
  ...injectRoutes,
  ...apiKeyRoutes,
  ...activityStreamRoutes,
  ...eventRoutes,
  ...activityRoutes,
  ...captureRoutes,
  ...feedbackRoutes,
  ...outcomeRoutes,
  ...experimentRoutes,
  ...transferRoutes,
  ...inspectionRoutes,
  ...inspectorRoutes,
  ...amendmentRoutes,
  ...analyticsRoutes,
  ...graphViewRoutes,
  ...hookRoutes,
];
