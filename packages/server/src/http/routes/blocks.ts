import { buildBlockEndpoint, listInjectionsEndpoint, recordInjectionEndpoint } from '../../contract/blocks.ts';
import { route, type Route } from '../route.ts';
import { tellable } from '../tellable.ts';
import { viewerOf } from '../viewer-of.ts';

/** Blocks of session starts, and the log of what was injected. */
export const blockRoutes: readonly Route[] = [
  route(buildBlockEndpoint, async ({ memory, caller, body, signal }) => {
    const block = await memory.previewStartBlock({ ...body, signal });
    return caller.ownsMachine ? block : { ...block, leftOut: tellable(block.leftOut), deniedTriplets: [] };
  }),
  route(recordInjectionEndpoint, async ({ memory, body }) => ({ id: await memory.recordContextInjection(body) })),
  route(listInjectionsEndpoint, async ({ memory, caller, params, query }) => ({
    rows: await memory.inspection.contextInjections(params.sessionId, { ...query, ...viewerOf(caller) }),
  })),
];
