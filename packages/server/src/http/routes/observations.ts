import * as api from '../../contract/observations.ts';
import { observationNotFound } from '../../contract/problem.ts';
import { viewerOf } from '../caller.ts';
import { observationToChange, requireWriteRights } from '../rights.ts';
import { type Route, route, streamRoute } from '../route.ts';

/** What is remembered: writing, reading, correcting, forgetting, and what sessions learn. Fixed paths stand before those with a parameter. */
export const observationsRoutes: readonly Route[] = [
  route(api.remember, async ({ body, ...call }) => {
    const [statement = body] = await requireWriteRights(call, [body]);
    return call.memory.observations.remember(statement);
  }),
  route(api.rememberMany, async ({ body, ...call }) => ({
    results: await call.memory.observations.rememberMany(await requireWriteRights(call, body.observations)),
  })),
  route(api.listObservations, ({ memory, caller, query }) =>
    memory.inspection.observations({ ...query, ...viewerOf(caller) }),
  ),
  route(api.countObservations, async ({ memory, caller, query }) => ({
    count: await memory.inspection.count({ ...query, ...viewerOf(caller) }),
  })),
  route(api.listTalks, ({ memory, caller, query }) => memory.inspection.talks({ ...query, ...viewerOf(caller) })),
  streamRoute(api.exportObservations, ({ memory, caller, query }) =>
    memory.inspection.exportRows({ ...query, ...viewerOf(caller), actor: caller.actor }),
  ),
  route(api.importObservations, async ({ body, ...call }) => {
    const claims = body.rows.filter((row): row is object => typeof row === 'object' && row !== null);
    await requireWriteRights(call, claims);
    return call.memory.observations.importRows(body.rows);
  }),
  // What somebody may not read is, to them, nothing that could be forgotten.
  route(api.forget, ({ memory, caller, body }) =>
    memory.inspection.forget(body, { ...viewerOf(caller), actor: caller.actor }),
  ),
  route(api.getObservation, async ({ memory, caller, params: { id } }) => {
    const observation = await memory.inspection.observation(id, viewerOf(caller));
    if (observation) return observation;
    throw observationNotFound(id);
  }),
  route(api.supersede, async ({ params, body: { content, ...claims }, ...call }) => {
    const replaced = await observationToChange(call, params.id, true);
    const [options = claims] = await requireWriteRights(call, [claims], replaced);
    return call.memory.observations.supersede(replaced.id, content, options);
  }),
  route(api.release, async ({ params, ...call }) => {
    const { id } = await observationToChange(call, params.id);
    return call.memory.observations.release(id, { actor: call.caller.actor });
  }),
  route(api.getSupersessionChain, async ({ memory, caller, params: { id } }) => ({
    rows: await memory.inspection.chain(id, viewerOf(caller)),
  })),
  route(api.listWeightHistory, async ({ memory, caller, params: { id }, query }) => {
    const meant = await memory.inspection.observation(id, viewerOf(caller));
    // Of what was forgotten the owner may still be told how its weight moved.
    return { rows: meant || caller.ownsMachine ? await memory.feedback.history(meant?.id ?? id, query) : [] };
  }),
  route(api.pinObservation, async ({ params, body, ...call }) => {
    const { id } = await observationToChange(call, params.id);
    return call.memory.observations.change(id, body, { actor: call.caller.actor });
  }),
  route(api.classifyObservation, async ({ params, body, ...call }) => {
    const { id } = await observationToChange(call, params.id);
    return call.memory.observations.change(id, body, { actor: call.caller.actor });
  }),
  route(api.captureStatement, async ({ body, ...call }) => {
    const [statement = body] = await requireWriteRights(call, [body]);
    return call.memory.capture.remember(statement);
  }),
  route(api.captureSession, ({ memory, params: { sessionId } }) => memory.capture.session(sessionId)),
  route(api.listAmendments, async ({ memory, query: { projectId } }) => ({
    amendments: await memory.observations.amendments.list(projectId === '' ? null : projectId),
  })),
  route(api.linkAmendments, async ({ memory, body }) => ({
    amendments: await memory.capture.linkAmendments(body),
  })),
  route(api.undoAmendment, async ({ memory, body }) => ({
    undone: await memory.observations.amendments.undo(body),
  })),
];
