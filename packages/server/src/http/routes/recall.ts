import { recallEndpoint, warmEndpoint } from '../../contract/recall.ts';
import { route, type Route } from '../route.ts';

/** Recall, and loading what it needs. */
export const recallRoutes: readonly Route[] = [
  route(recallEndpoint, ({ memory, body, signal }) => memory.recall({ ...body, signal })),
  route(warmEndpoint, async ({ memory, body }) => ({ warm: await memory.warm(body) })),
];
