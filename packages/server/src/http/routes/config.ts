import {
  DEFAULT_RECALL_MATRIX,
  UNKNOWN_WORK_TYPE_BUDGET,
  UNKNOWN_WORK_TYPE_RECALLS_GRAPH,
} from '@inkling/engine/building-blocks';
import * as api from '../../contract/config.ts';
import { route, type Route } from '../route.ts';

/** What administrators set and who set it, grants between projects, and how far imports had come. */
export const configRoutes: readonly Route[] = [
  route(api.getEffectiveConfig, ({ memory, query: { projectId = null } }) => memory.config.effective(projectId)),
  route(api.getProjectConfig, ({ memory, query: { projectId = null } }) => memory.config.project(projectId)),
  route(api.setProjectConfig, ({ memory, caller, query: { projectId = null }, body }) => {
    const { expectedUpdatedAt, ...patch } = body;
    const expected = expectedUpdatedAt === undefined ? {} : { expectedUpdatedAt };
    return memory.config.setProject(projectId, patch, { actor: caller.actor, ...expected });
  }),
  route(api.listProjectConfigs, async ({ memory, query: { after, ...page } }) => ({
    rows: await memory.config.listProjects({ ...page, ...(after === undefined ? {} : { after: after || null }) }),
  })),
  route(api.getBudgets, async ({ memory }) => {
    // What the machine's own settings say counts where the organisation says nothing.
    const { '*': otherwise = UNKNOWN_WORK_TYPE_BUDGET, ...defaults } = (await memory.startBudget()).defaults;
    return { defaults, otherwise, overrides: await memory.config.budgets.list() };
  }),
  route(api.setBudgets, async ({ memory, caller, body }) => ({
    changed: await memory.config.budgets.set(body, caller),
  })),
  route(api.getRecallMatrix, async ({ memory }) => ({
    defaults: DEFAULT_RECALL_MATRIX,
    otherwise: UNKNOWN_WORK_TYPE_RECALLS_GRAPH,
    overrides: await memory.config.recallMatrix.list(),
  })),
  route(api.setRecallMatrix, async ({ memory, caller, body }) => ({
    changed: await memory.config.recallMatrix.set(body, caller),
  })),
  route(api.getRetention, async ({ memory }) => ({ days: await memory.config.retention.list() })),
  route(api.setRetention, async ({ memory, caller, body }) => ({
    changed: await memory.config.retention.set(body, caller),
  })),
  route(api.getPlan, async ({ memory }) => ({ features: await memory.config.plan.list() })),
  route(api.setPlan, async ({ memory, caller, body }) => ({ changed: await memory.config.plan.set(body, caller) })),
  route(api.verifyConfigChanges, ({ memory, query: { head } }) => memory.config.verifyChanges(head)),
  route(api.listConfigChanges, async ({ memory, query }) => ({ rows: await memory.config.changes(query) })),
  route(api.listTransferGrants, async ({ memory }) => ({ grants: await memory.transfer.list() })),
  route(api.grantTransfer, async ({ memory, caller, body }) => ({
    granted: await memory.transfer.grant(body, { actor: caller.actor }),
  })),
  route(api.revokeTransfer, async ({ memory, caller, body }) => ({
    revoked: await memory.transfer.revoke(body, { actor: caller.actor }),
  })),
  route(api.whyTransfer, ({ memory, body }) => memory.transfer.why(body)),
  route(api.getFingerprint, async ({ memory, query: { projectId } }) => ({
    fingerprint: await memory.transfer.fingerprint(projectId),
  })),
  route(api.setFingerprint, async ({ memory, body }) => {
    await memory.transfer.setFingerprint(body);
    return { written: true };
  }),
  route(api.getImportCursor, async ({ memory, query: { projectId = null, source } }) => ({
    cursor: await memory.importCursors.get(projectId, source),
  })),
  route(api.setImportCursor, async ({ memory, query: { projectId = null, source }, body }) => {
    await memory.importCursors.set(projectId, source, body.cursor);
    return body;
  }),
];
