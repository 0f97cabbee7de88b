import {
  countObservationsEndpoint,
  exportObservationsEndpoint,
  forgetEndpoint,
  getObservationEndpoint,
  importObservationsEndpoint,
  listObservationsEndpoint,
  listTalksEndpoint,
  releaseEndpoint,
  rememberEndpoint,
  rememberManyEndpoint,
  supersedeEndpoint,
} from '../../contract/observations.ts';
import { observationNotFound } from '../../contract/observation-not-found.ts';
import { viewerOf } from '../viewer-of.ts';
import { route, streamRoute, type Route } from '../route.ts';

/** Observations: writing, reading, correcting and forgetting. Fixed paths stand before those with a parameter. */
export const observationRoutes: readonly Route[] = [
  route(rememberEndpoint, ({ memory, body }) => memory.observations.remember(body)),
  route(rememberManyEndpoint, async ({ memory, body }) => ({
    results: await memory.observations.rememberMany(body.observations),
  })),
  route(listObservationsEndpoint, ({ memory, caller, query }) =>
    memory.inspection.observations({ ...query, ...viewerOf(caller) }),
  ),
  route(countObservationsEndpoint, async ({ memory, query }) => ({ count: await memory.observations.count(query) })),
  route(listTalksEndpoint, ({ memory, caller, query }) => memory.inspection.talks({ ...query, ...viewerOf(caller) })),
  streamRoute(exportObservationsEndpoint, ({ memory, query }) => memory.observations.exportRows(query)),
  route(importObservationsEndpoint, ({ memory, body }) => memory.observations.importRows(body.rows)),
  route(forgetEndpoint, ({ memory, body }) => memory.observations.forget(body)),
  route(getObservationEndpoint, async ({ memory, caller, params: { id } }) => {
    const observation = await memory.inspection.observation(id, viewerOf(caller));
    if (observation) return observation;
    throw observationNotFound(id);
  }),
  route(supersedeEndpoint, ({ memory, params, body: { content, ...options } }) =>
    memory.observations.supersede(params.id, content, options),
  ),
  route(releaseEndpoint, ({ memory, params }) => memory.observations.release(params.id)),
];
