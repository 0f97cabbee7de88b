import {
  DEFAULT_RECALL_MATRIX,
  UNKNOWN_WORK_TYPE_BUDGET,
  UNKNOWN_WORK_TYPE_RECALLS_GRAPH,
} from '@inkling/engine/building-blocks';
import {
  getBudgetsEndpoint,
  getEffectiveConfigEndpoint,
  getPlanEndpoint,
  getProjectConfigEndpoint,
  getRecallMatrixEndpoint,
  getRetentionEndpoint,
  listConfigChangesEndpoint,
  verifyChangesEndpoint,
  listProjectConfigsEndpoint,
  setBudgetsEndpoint,
  setPlanEndpoint,
  setProjectConfigEndpoint,
  setRecallMatrixEndpoint,
  setRetentionEndpoint,
} from '../../contract/config.ts';
import { route, type Route } from '../route.ts';

/** What administrators set, and who set it. */
export const configRoutes: readonly Route[] = [
  route(getEffectiveConfigEndpoint, ({ memory, query: { projectId = null } }) => memory.config.effective(projectId)),
  route(getProjectConfigEndpoint, ({ memory, query: { projectId = null } }) => memory.config.project(projectId)),
  route(setProjectConfigEndpoint, ({ memory, caller, query: { projectId = null }, body }) => {
    const { expectedUpdatedAt, ...patch } = body;
    const expected = expectedUpdatedAt === undefined ? {} : { expectedUpdatedAt };
    return memory.config.setProject(projectId, patch, { actor: caller.actor, ...expected });
  }),
  route(listProjectConfigsEndpoint, async ({ memory, query: { after, ...page } }) => ({
    rows: await memory.config.listProjects({ ...page, ...(after === undefined ? {} : { after: after || null }) }),
  })),
  route(getBudgetsEndpoint, async ({ memory }) => {
    // What the machine's own settings say counts where the organisation says nothing.
    const { '*': otherwise = UNKNOWN_WORK_TYPE_BUDGET, ...defaults } = (await memory.startBudget()).defaults;
    return { defaults, otherwise, overrides: await memory.config.budgets.list() };
  }),
  route(setBudgetsEndpoint, async ({ memory, caller, body }) => ({
    changed: await memory.config.budgets.set(body, caller),
  })),
  route(getRecallMatrixEndpoint, async ({ memory }) => ({
    defaults: DEFAULT_RECALL_MATRIX,
    otherwise: UNKNOWN_WORK_TYPE_RECALLS_GRAPH,
    overrides: await memory.config.recallMatrix.list(),
  })),
  route(setRecallMatrixEndpoint, async ({ memory, caller, body }) => ({
    changed: await memory.config.recallMatrix.set(body, caller),
  })),
  route(getRetentionEndpoint, async ({ memory }) => ({ days: await memory.config.retention.list() })),
  route(setRetentionEndpoint, async ({ memory, caller, body }) => ({
    changed: await memory.config.retention.set(body, caller),
  })),
  route(getPlanEndpoint, async ({ memory }) => ({ features: await memory.config.plan.list() })),
  route(setPlanEndpoint, async ({ memory, caller, body }) => ({ changed: await memory.config.plan.set(body, caller) })),
  route(verifyChangesEndpoint, ({ memory, query: { head } }) => memory.config.verifyChanges(head)),
  route(listConfigChangesEndpoint, async ({ memory, query }) => ({ rows: await memory.config.changes(query) })),
];
