import { reportEventEndpoint } from '../../contract/events.ts';
import { hookSubscriberOf } from '../hook-subscriber.ts';
import { route, type Route } from '../route.ts';

/** Tool calls of agents. */
export const eventRoutes: readonly Route[] = [
  route(reportEventEndpoint, ({ memory, services, body }) =>
    hookSubscriberOf(memory, services).handleHookEvent({ ...body, orgId: memory.orgId }),
  ),
];
