import {
  classifyEndpoint,
  getChainEndpoint,
  listWeightHistoryEndpoint,
  pinEndpoint,
} from '../../contract/observation-review.ts';
import { route, type Route } from '../route.ts';
import { viewerOf } from '../viewer-of.ts';
import { observationToChange } from '../write-rights.ts';

/** What people do with single observations beside correcting and forgetting them. */
export const observationReviewRoutes: readonly Route[] = [
  route(getChainEndpoint, async ({ memory, caller, params: { id } }) => ({
    rows: await memory.inspection.chain(id, viewerOf(caller)),
  })),
  route(listWeightHistoryEndpoint, async ({ memory, caller, params: { id }, query }) => {
    const meant = await memory.inspection.observation(id, viewerOf(caller));
    // Of what was forgotten the owner may still be told how its weight moved.
    return { rows: meant || caller.ownsMachine ? await memory.feedback.history(meant?.id ?? id, query) : [] };
  }),
  route(pinEndpoint, async ({ params, body, ...call }) => {
    const { id } = await observationToChange(call, params.id);
    return call.memory.observations.change(id, body, { actor: call.caller.actor });
  }),
  route(classifyEndpoint, async ({ params, body, ...call }) => {
    const { id } = await observationToChange(call, params.id);
    return call.memory.observations.change(id, body, { actor: call.caller.actor });
  }),
];
