import type { Sent } from '../api/call.ts';

/** What the address of the graph says. */
export const GRAPH_FILTERS = ['q', 'path', 'depth', 'limit', 'project'] as const;

/** The part of the graph that the address names. */
export function graphQuestion(
  filters: Partial<Readonly<Record<(typeof GRAPH_FILTERS)[number], string>>>,
): Sent<'getGraphNeighbourhood'> {
  const { q = '', path = '', depth = '', limit = '', project = '' } = filters;
  return {
    body: {
      depth: Number(depth || 2),
      limit: Number(limit || 500),
      ...(q.trim() === '' ? {} : { queryText: q }),
      ...(path === '' ? {} : { paths: [path] }),
      ...(project === '' ? {} : { projectId: project }),
    },
  };
}
