import { graphNeighbourhoodEndpoint } from '../../contract/graph-view.ts';
import { route, type Route } from '../route.ts';
import { viewerOf } from '../viewer-of.ts';

/** The graph, to be looked at. */
export const graphViewRoutes: readonly Route[] = [
  route(graphNeighbourhoodEndpoint, ({ memory, caller, body }) =>
    memory.inspection.neighbourhood({ ...body, ...viewerOf(caller) }),
  ),
];
