import { appendActivitiesEndpoint, listActivitiesEndpoint, listFacetsEndpoint } from '../../contract/activities.ts';
import { route, type Route } from '../route.ts';

/** What happened in sessions. */
export const activityRoutes: readonly Route[] = [
  route(appendActivitiesEndpoint, async ({ memory, params: { sessionId }, body }) => ({
    rows: await memory.activities.append(sessionId, body.activities),
  })),
  route(listActivitiesEndpoint, ({ memory, params: { sessionId }, query: { type, ...page } }) =>
    memory.activities.list(sessionId, { ...page, ...(type === undefined ? {} : { types: [type] }) }),
  ),
  route(listFacetsEndpoint, async ({ memory, params: { sessionId } }) => ({
    rows: await memory.activities.facets(sessionId),
  })),
];
