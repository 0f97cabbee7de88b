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
import { observationToChange, requireWriteRights } from '../write-rights.ts';
import { route, streamRoute, type Route } from '../route.ts';

/** Observations: writing, reading, correcting and forgetting. Fixed paths stand before those with a parameter. */
export const observationRoutes: readonly Route[] = [
  route(rememberEndpoint, async ({ body, ...call }) => {
    const [statement = body] = await requireWriteRights(call, [body]);
    return call.memory.observations.remember(statement);
  }),
  route(rememberManyEndpoint, async ({ body, ...call }) => ({
    results: await call.memory.observations.rememberMany(await requireWriteRights(call, body.observations)),
  })),
  route(listObservationsEndpoint, ({ memory, caller, query }) =>
    memory.inspection.observations({ ...query, ...viewerOf(caller) }),
  ),
  route(countObservationsEndpoint, async ({ memory, caller, query }) => ({
    count: await memory.inspection.count({ ...query, ...viewerOf(caller) }),
  })),
  route(listTalksEndpoint, ({ memory, caller, query }) => memory.inspection.talks({ ...query, ...viewerOf(caller) })),
  streamRoute(exportObservationsEndpoint, ({ memory, caller, query }) =>
    memory.inspection.exportRows({ ...query, ...viewerOf(caller), actor: caller.actor }),
  ),
  route(importObservationsEndpoint, async ({ body, ...call }) => {
    const claims = body.rows.filter((row): row is object => typeof row === 'object' && row !== null);
    await requireWriteRights(call, claims);
    return call.memory.observations.importRows(body.rows);
  }),
  // What somebody may not read is, to them, nothing that could be forgotten.
  route(forgetEndpoint, ({ memory, caller, body }) =>
    memory.inspection.forget(body, { ...viewerOf(caller), actor: caller.actor }),
  ),
  route(getObservationEndpoint, async ({ memory, caller, params: { id } }) => {
    const observation = await memory.inspection.observation(id, viewerOf(caller));
    if (observation) return observation;
    throw observationNotFound(id);
  }),
  route(supersedeEndpoint, async ({ params, body: { content, ...claims }, ...call }) => {
    const replaced = await observationToChange(call, params.id, true);
    const [options = claims] = await requireWriteRights(call, [claims], replaced);
    return call.memory.observations.supersede(replaced.id, content, options);
  }),
  route(releaseEndpoint, async ({ params, ...call }) => {
    const { id } = await observationToChange(call, params.id);
    return call.memory.observations.release(id, { actor: call.caller.actor });
  }),
];
