import type { ProjectMemorySettings } from './project-config.ts';

/** The plan feature that turns the graph on for every project of an organisation. Source: seed "Graph Context Injection". */
export const GRAPH_PLAN_FEATURE = 'kg_enabled';

/** Whether a project's graph is on, and what decided it. */
export interface GraphGate {
  readonly enabled: boolean;
  readonly because: 'memory-off' | 'project-toggle' | 'plan' | 'indexed' | 'not-enabled';
}

/**
 * The first gate of graph context: memory is on AND (the project's toggle OR the plan). It is the seed's OR, so a toggle that
 * is false does not take away what the plan grants; to do without, switch the work types off in the recall matrix. Where neither says anything,
 * a project that has a graph uses it: whoever made an index wants it.
 */
export function graphGate(
  settings: Pick<ProjectMemorySettings, 'memoryEnabled' | 'graphEnabled'>,
  planHasGraph: boolean | null,
  hasGraph: boolean,
): GraphGate {
  if (!settings.memoryEnabled) return { enabled: false, because: 'memory-off' };
  if (settings.graphEnabled === true) return { enabled: true, because: 'project-toggle' };
  if (planHasGraph === true) return { enabled: true, because: 'plan' };
  const isUndecided = settings.graphEnabled === null && planHasGraph === null;
  return isUndecided && hasGraph ? { enabled: true, because: 'indexed' } : { enabled: false, because: 'not-enabled' };
}
