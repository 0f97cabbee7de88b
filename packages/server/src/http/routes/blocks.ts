import { buildBlockEndpoint, listInjectionsEndpoint, recordInjectionEndpoint } from '../../contract/blocks.ts';
import { route, type Route } from '../route.ts';

/** Blocks of session starts, and the log of what was injected. */
export const blockRoutes: readonly Route[] = [
  route(buildBlockEndpoint, ({ memory, body, signal }) => memory.buildSessionMemoryBlock({ ...body, signal })),
  route(recordInjectionEndpoint, async ({ memory, body }) => ({ id: await memory.recordContextInjection(body) })),
  route(listInjectionsEndpoint, async ({ memory, params, query }) => ({
    rows: await memory.listContextInjections(params.sessionId, query),
  })),
];
