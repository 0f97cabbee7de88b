import * as api from '../../contract/inspection.ts';
import { viewerOf } from '../caller.ts';
import { route, type Route } from '../route.ts';

/** How blocks came to be and what became of tool calls, for people who look. */
export const inspectionRoutes: readonly Route[] = [
  route(api.inspectInjections, async ({ memory, caller, params: { sessionId }, query }) => ({
    rows: await memory.inspection.injections(sessionId, { ...query, ...viewerOf(caller) }),
  })),
  route(api.listVerbEvents, async ({ memory, params: { sessionId }, query }) => ({
    rows: await memory.inspection.verbEvents(sessionId, query),
  })),
  route(api.listProjects, ({ memory, query }) => memory.inspection.projects(query)),
  route(api.getLiveTopology, ({ memory, query }) => memory.inspection.topology(query)),
  route(api.recordContextInjection, async ({ memory, body }) => ({ id: await memory.recordContextInjection(body) })),
  route(api.listContextInjections, async ({ memory, caller, params, query }) => ({
    rows: await memory.inspection.contextInjections(params.sessionId, { ...query, ...viewerOf(caller) }),
  })),
];
