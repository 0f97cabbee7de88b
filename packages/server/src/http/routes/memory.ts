import { observationNotFound } from '@inkling/engine/errors';
import type { LeftOut } from '@inkling/engine/types';
import * as captures from '../../contract/captures.ts';
import * as feedback from '../../contract/feedback.ts';
import * as graph from '../../contract/graph.ts';
import * as observations from '../../contract/observations.ts';
import * as recall from '../../contract/recall.ts';
import { lookAtOutcome } from '../../outcomes/look-at-outcome.ts';
import { agentOf, viewerOf } from '../caller.ts';
import { isInProjectOf, nodesInProjectsOf, observationToChange, readingOf, requireWriteRights } from '../rights.ts';
import { rowOf, secretNamed } from '../read-request.ts';
import { type Route, route, streamRoute } from '../route.ts';

/** What is remembered: writing, reading, correcting, forgetting, and what sessions learn. Fixed paths stand before those with a parameter. */
export const observationsRoutes: readonly Route[] = [
  route(observations.remember, async ({ body, ...call }) => {
    const [statement = body] = await requireWriteRights(call, [body]);
    return call.memory.observations.remember(statement, readingOf(call));
  }),
  route(observations.rememberMany, async ({ body: { observations: statements, ...options }, ...call }) => ({
    results: await call.memory.observations.rememberMany(await requireWriteRights(call, statements), {
      ...options,
      ...readingOf(call),
    }),
  })),
  route(observations.listObservations, ({ memory, caller, query }) =>
    memory.inspection.observations({ ...query, ...viewerOf(caller) }),
  ),
  route(observations.countObservations, async ({ memory, caller, query }) => ({
    count: await memory.inspection.count({ ...query, ...viewerOf(caller) }),
  })),
  route(observations.listTalks, ({ memory, caller, query }) =>
    memory.inspection.talks({ ...query, ...viewerOf(caller) }),
  ),
  streamRoute(observations.exportObservations, ({ memory, caller, query }) =>
    memory.inspection.exportRows({ ...query, ...viewerOf(caller), actor: caller.actor }),
  ),
  route(observations.importObservations, async ({ body, ...call }) => {
    const given = body.rows.map(rowOf);
    const secrets = given.map((row) => secretNamed(row));
    const refused = secrets.flatMap((error, index) =>
      error ? { index, code: error.code, reason: error.message } : [],
    );
    const claims = given.filter(
      (row, index): row is object => typeof row === 'object' && row !== null && !secrets[index],
    );
    await requireWriteRights(call, claims);
    // A blank line counts, and brings nothing.
    const rows = body.rows.map((row, index) => (secrets[index] ? '' : row));
    const { rejected, ...ending } = await call.memory.observations.importRows(rows, readingOf(call));
    return { ...ending, rejected: [...rejected, ...refused].toSorted((a, b) => a.index - b.index) };
  }),
  // What somebody may not read is, to them, nothing that could be forgotten.
  route(observations.forget, async ({ memory, caller, body, services }) => {
    // What is still to be written of a session would be a trace.
    if ('traceless' in body && body.traceless) await services.agents.settled();
    return memory.inspection.forget(body, { ...viewerOf(caller), actor: caller.actor });
  }),
  route(observations.getObservation, async ({ memory, caller, params: { id } }) => {
    const observation = await memory.inspection.observation(id, viewerOf(caller));
    if (observation) return observation;
    throw observationNotFound(id);
  }),
  route(observations.supersede, async ({ params, body: { content, ...claims }, ...call }) => {
    const replaced = await observationToChange(call, params.id, true);
    const [options = claims] = await requireWriteRights(call, [claims], replaced);
    const { readable } = readingOf(call);
    const by = readable && { readable, otherwise: agentOf(call.caller) ?? call.caller.actor };
    return call.memory.observations.supersede(replaced.id, content, options, by);
  }),
  route(observations.release, async ({ params, ...call }) => {
    const { id } = await observationToChange(call, params.id);
    return call.memory.observations.release(id, { actor: call.caller.actor });
  }),
  route(observations.getSupersessionChain, async ({ memory, caller, params: { id } }) => ({
    rows: await memory.inspection.chain(id, viewerOf(caller)),
  })),
  route(observations.listWeightHistory, async ({ memory, caller, params: { id }, query }) => {
    const meant = await memory.inspection.observation(id, viewerOf(caller));
    // Of what was forgotten the owner may still be told how its weight moved.
    return { rows: meant || caller.ownsMachine ? await memory.feedback.history(meant?.id ?? id, query) : [] };
  }),
  route(observations.pinObservation, async ({ params, body, ...call }) => {
    const { id } = await observationToChange(call, params.id);
    return call.memory.observations.change(id, body, { actor: call.caller.actor });
  }),
  route(observations.classifyObservation, async ({ params, body, ...call }) => {
    const { id } = await observationToChange(call, params.id);
    return call.memory.observations.change(id, body, { actor: call.caller.actor });
  }),
  route(captures.captureStatement, async ({ body, ...call }) => {
    const [statement = body] = await requireWriteRights(call, [body]);
    return call.memory.capture.remember(statement, readingOf(call));
  }),
  route(captures.captureSession, ({ memory, params: { sessionId } }) => memory.capture.session(sessionId)),
  route(captures.listAmendments, async ({ memory, query: { projectId } }) => ({
    amendments: await memory.observations.amendments.list(projectId === '' ? null : projectId),
  })),
  route(captures.linkAmendments, async ({ memory, caller, body }) => ({
    amendments: await memory.capture.linkAmendments({ ...body, agentId: agentOf(caller) }),
  })),
  route(captures.undoAmendment, async ({ memory, body }) => ({
    undone: await memory.observations.amendments.undo(body),
  })),
];

/** What is found for a question: memories, triplets, and the block of a session start. */
export const recallRoutes: readonly Route[] = [
  route(recall.recall, async ({ memory, caller, body, signal }) => {
    const result = await memory.recall({ ...body, signal });
    return caller.ownsMachine ? result : { ...result, leftOut: tellable(result.leftOut) };
  }),
  route(recall.warm, async ({ memory, body }) => ({ warm: await memory.warm(body) })),
  route(recall.searchGraph, async ({ memory, caller, body, signal }) => {
    const answer = await memory.searchGraph({ ...body, signal });
    return caller.ownsMachine ? answer : { ...answer, denied: [] };
  }),
  route(recall.buildSessionMemoryBlock, async ({ memory, caller, body, signal }) => {
    const block = await memory.previewStartBlock({ ...body, signal });
    return caller.ownsMachine ? block : { ...block, leftOut: tellable(block.leftOut), deniedTriplets: [] };
  }),
];

/** What was left out, without what was not decided on or denied: an id is a question that its holder can ask elsewhere. */
function tellable(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  return leftOut.filter(({ reason }) => reason !== 'denied' && reason !== 'not-recallable');
}

/** What an indexer of code writes, what it remembers of files, and the graph to be looked at. */
export const graphRoutes: readonly Route[] = [
  route(graph.upsertGraphNodes, ({ memory, body }) => memory.graph.upsertNodes(body.nodes)),
  route(graph.removeGraphNodes, async ({ body: { ids }, ...call }) => {
    const isOwn = await nodesInProjectsOf(call, ids);
    return { removed: await call.memory.graph.removeNodes(ids.filter(isOwn)) };
  }),
  route(graph.upsertGraphEdges, async ({ body: { edges }, ...call }) => {
    const ends = edges.flatMap(({ sourceId, targetId }) => [sourceId, targetId]);
    const isOwn = await nodesInProjectsOf(call, ends);
    const own = edges.filter(({ sourceId, targetId }) => isOwn(sourceId) && isOwn(targetId));
    const written = await call.memory.graph.upsertEdges(own);
    return { ...written, missing: written.missing + edges.length - own.length };
  }),
  route(graph.removeGraphEdges, async ({ memory, body: { projectId, paths, keep } }) => ({
    removed: await memory.graph.removeEdgesOfFiles(projectId, paths, keep),
  })),
  streamRoute(graph.listGraphFiles, async function* ({ memory, query: { projectId = null } }) {
    yield* await memory.graph.files.list(projectId);
  }),
  route(graph.setGraphFiles, async ({ memory, body: { projectId, files } }) => {
    await memory.graph.files.set(projectId, files);
    return { written: files.length };
  }),
  route(graph.removeGraphFiles, async ({ memory, body: { projectId, paths } }) => {
    await memory.graph.files.remove(projectId, paths);
    return { removed: paths.length };
  }),
  route(graph.getGraphNeighbourhood, ({ memory, caller, body }) =>
    memory.inspection.neighbourhood({ ...body, ...viewerOf(caller) }),
  ),
];

/** What was worth remembering: verdicts, outcomes of sessions, and sessions that go without. */
export const feedbackRoutes: readonly Route[] = [
  route(feedback.giveFeedback, async ({ body, ...call }) => {
    const { memory, caller } = call;
    // What is outdated is not recalled any more: that replaces it by nothing.
    const { id: observationId } = await observationToChange(call, body.observationId, body.verdict === 'outdated');
    return memory.feedback.observation({ ...body, observationId, agentId: body.agentId ?? caller.actor });
  }),
  route(feedback.applySessionFeedback, ({ memory, params: { sessionId }, services: { clock } }) =>
    lookAtOutcome(memory, sessionId, clock),
  ),
  route(feedback.rankDelta, async ({ query: { since, ...query }, ...call }) => {
    const { observationId } = query;
    if (observationId !== undefined && !(await isInProjectOf(call, observationId))) return { rows: [] };
    const from = since === undefined ? {} : { since: new Date(since) };
    const rows = await call.memory.feedback.rankDelta({ ...query, ...from });
    const observationIds = rows.map((row) => row.observationId);
    const ids = await call.memory.inspection.readableIds({ observationIds, ...viewerOf(call.caller) });
    return { rows: call.caller.ownsMachine ? rows : rows.filter((row) => ids.has(row.observationId)) };
  }),
  route(feedback.getSessionOutcome, ({ memory, params: { sessionId } }) => memory.feedback.outcome(sessionId)),
  route(feedback.setSessionOutcome, ({ memory, caller, params: { sessionId }, body: { outcome, ...reason } }) =>
    memory.feedback.setOutcome(sessionId, outcome, { actor: caller.actor, ...reason }),
  ),
  route(feedback.removeSessionOutcome, ({ memory, caller, params: { sessionId } }) =>
    memory.feedback.setOutcome(sessionId, null, { actor: caller.actor }),
  ),
  route(feedback.listExperiments, async ({ memory, query: { projectId } }) => ({
    experiments: await memory.experiments.list(projectId),
  })),
  route(feedback.startExperiment, ({ memory, caller, body: { projectId, withhold } }) =>
    memory.experiments.start(projectId, withhold, { actor: caller.actor }),
  ),
  route(feedback.stopExperiment, ({ memory, caller, body: { projectId } }) =>
    memory.experiments.stop(projectId, { actor: caller.actor }),
  ),
  route(feedback.reportExperiment, ({ memory, query: { projectId = null, id } }) =>
    memory.experiments.report(projectId, id),
  ),
];
