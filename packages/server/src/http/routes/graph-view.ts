import { graphNeighbourhoodEndpoint } from '../../contract/graph-view.ts';
import { route, type Route } from '../route.ts';

/** The graph, to be looked at. */
export const graphViewRoutes: readonly Route[] = [
  route(graphNeighbourhoodEndpoint, ({ memory, body }) => memory.graph.neighbourhood(body)),
];
