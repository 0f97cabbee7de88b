import {
  classifyEndpoint,
  getChainEndpoint,
  listWeightHistoryEndpoint,
  pinEndpoint,
} from '../../contract/observation-review.ts';
import { route, type Route } from '../route.ts';

/** What people do with single observations beside correcting and forgetting them. */
export const observationReviewRoutes: readonly Route[] = [
  route(getChainEndpoint, async ({ memory, params: { id } }) => ({ rows: await memory.observations.chain(id) })),
  route(listWeightHistoryEndpoint, async ({ memory, params: { id }, query }) => ({
    rows: await memory.feedback.history(id, query),
  })),
  route(pinEndpoint, ({ memory, caller: { actor }, params: { id }, body }) =>
    memory.observations.change(id, body, { actor }),
  ),
  route(classifyEndpoint, ({ memory, caller: { actor }, params: { id }, body }) =>
    memory.observations.change(id, body, { actor }),
  ),
];
