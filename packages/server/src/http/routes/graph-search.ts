import { searchGraphEndpoint } from '../../contract/graph-search.ts';
import { route, type Route } from '../route.ts';

/** What agents ask of the graph. */
export const graphSearchRoutes: readonly Route[] = [
  route(searchGraphEndpoint, ({ memory, body, signal }) => memory.searchGraph({ ...body, signal })),
];
