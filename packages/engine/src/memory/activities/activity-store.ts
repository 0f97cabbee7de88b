import type { ActivityInput } from './activity.ts';
import {
  appendActivities,
  type ActivityContext,
  type AppendedActivity,
  type AppendOptions,
} from './append-activities.ts';
import {
  currentFacets,
  type Facet,
  listActivities,
  type ActivityPage,
  type ListActivitiesRequest,
} from './list-activities.ts';

/** What happened in the sessions of one organisation. */
export interface ActivityStore {
  /** Writes events in their order, all or none; an id that is there is not written again. */
  append(
    sessionId: string,
    activities: readonly ActivityInput[],
    options?: AppendOptions,
  ): Promise<readonly AppendedActivity[]>;
  /** By number, in pages; following is reading `after` the last number that one has. */
  list(sessionId: string, request?: ListActivitiesRequest): Promise<ActivityPage>;
  /** What the session's context is now. */
  facets(sessionId: string): Promise<readonly Facet[]>;
}

/** Binds the room's verbs to one organisation. */
export function createActivityStore(context: ActivityContext): ActivityStore {
  const { tenant } = context;
  return {
    append: (sessionId, activities, options) => appendActivities(context, sessionId, activities, options),
    list: (sessionId, request) => listActivities(tenant, sessionId, request),
    facets: (sessionId) => currentFacets(tenant, sessionId),
  };
}
