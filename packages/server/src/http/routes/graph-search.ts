import { searchGraphEndpoint } from '../../contract/graph-search.ts';
import { route, type Route } from '../route.ts';

/** What agents ask of the graph. */
export const graphSearchRoutes: readonly Route[] = [
  route(searchGraphEndpoint, async ({ memory, caller, body, signal }) => {
    const answer = await memory.searchGraph({ ...body, signal });
    return caller.ownsMachine ? answer : { ...answer, denied: [] };
  }),
];
