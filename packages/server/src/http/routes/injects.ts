import {
  ackInjectEndpoint,
  beatEndpoint,
  enqueueInjectEndpoint,
  listInjectsEndpoint,
  measureInjectQueueEndpoint,
} from '../../contract/injects.ts';
import { route, type Route } from '../route.ts';
import { safeLines } from '../safe-lines.ts';
import { viewerOf } from '../viewer-of.ts';

/** The durable inject queue, and the beat that carries a block. */
export const injectRoutes: readonly Route[] = [
  route(enqueueInjectEndpoint, async ({ memory, params, body }) => ({
    inject: await memory.enqueueMemoryInject({ ...body, ...params, text: safeLines(body.text) }),
  })),
  route(listInjectsEndpoint, async ({ memory, caller, params: { sessionId }, query }) => ({
    rows: await memory.inspection.injects(sessionId, { ...query, ...viewerOf(caller) }),
  })),
  route(beatEndpoint, ({ memory, params: { sessionId }, body }) => memory.refreshLockAndClaimInject(sessionId, body)),
  route(ackInjectEndpoint, ({ memory, params: { sessionId, deliveryId }, body }) =>
    memory.ackMemoryInject(sessionId, deliveryId, body),
  ),
  route(measureInjectQueueEndpoint, ({ memory }) => memory.measureInjectQueue()),
];
