import {
  listExperimentsEndpoint,
  reportExperimentEndpoint,
  startExperimentEndpoint,
  stopExperimentEndpoint,
} from '../../contract/experiments.ts';
import { route, type Route } from '../route.ts';

/** Whether memory helps, by sessions that go without. */
export const experimentRoutes: readonly Route[] = [
  route(listExperimentsEndpoint, async ({ memory, query: { projectId } }) => ({
    experiments: await memory.experiments.list(projectId),
  })),
  route(startExperimentEndpoint, ({ memory, caller, body: { projectId, withhold } }) =>
    memory.experiments.start(projectId, withhold, { actor: caller.actor }),
  ),
  route(stopExperimentEndpoint, ({ memory, caller, body: { projectId } }) =>
    memory.experiments.stop(projectId, { actor: caller.actor }),
  ),
  route(reportExperimentEndpoint, ({ memory, query: { projectId = null, id } }) =>
    memory.experiments.report(projectId, id),
  ),
];
