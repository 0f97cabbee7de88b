import {
  getLiveTopologyEndpoint,
  inspectInjectionsEndpoint,
  listProjectsEndpoint,
  listVerbEventsEndpoint,
} from '../../contract/inspection.ts';
import { route, type Route } from '../route.ts';
import { viewerOf } from '../viewer-of.ts';

/** How blocks came to be and what became of tool calls, for people who look. */
export const inspectionRoutes: readonly Route[] = [
  route(inspectInjectionsEndpoint, async ({ memory, caller, params: { sessionId }, query }) => ({
    rows: await memory.inspection.injections(sessionId, { ...query, ...viewerOf(caller) }),
  })),
  route(listVerbEventsEndpoint, async ({ memory, params: { sessionId }, query }) => ({
    rows: await memory.inspection.verbEvents(sessionId, query),
  })),
  route(listProjectsEndpoint, ({ memory, query }) => memory.inspection.projects(query)),
  route(getLiveTopologyEndpoint, ({ memory, query }) => memory.inspection.topology(query)),
];
