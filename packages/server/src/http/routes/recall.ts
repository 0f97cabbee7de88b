import { recallEndpoint, warmEndpoint } from '../../contract/recall.ts';
import { route, type Route } from '../route.ts';
import { tellable } from '../tellable.ts';

/** Recall, and loading what it needs. */
export const recallRoutes: readonly Route[] = [
  route(recallEndpoint, async ({ memory, caller, body, signal }) => {
    const result = await memory.recall({ ...body, signal });
    return caller.ownsMachine ? result : { ...result, leftOut: tellable(result.leftOut) };
  }),
  route(warmEndpoint, async ({ memory, body }) => ({ warm: await memory.warm(body) })),
];
