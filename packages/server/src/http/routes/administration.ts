import { InklingError } from '@inkling/engine/errors';
import {
  DEFAULT_RECALL_MATRIX,
  UNKNOWN_WORK_TYPE_BUDGET,
  UNKNOWN_WORK_TYPE_RECALLS_GRAPH,
} from '@inkling/engine/building-blocks';
import * as access from '../../contract/access.ts';
import * as config from '../../contract/config.ts';
import { noSuchCode } from '../../state/inspector-access.ts';
import { MACHINE } from '../access.ts';
import type { Caller } from '../caller.ts';
import { isInProjectOf } from '../rights.ts';
import { route, type Route } from '../route.ts';

/** API keys, the way of a browser into the web app, and the organisation's own Cedar policies. */
export const accessRoutes: readonly Route[] = [
  route(access.createApiKey, async ({ memory, body, caller }) => {
    // Nobody hands out more than they have.
    if (body.role !== 'operator' || caller.role === 'operator') {
      return memory.apiKeys.create({ ...body, createdBy: caller.actor });
    }
    throw new InklingError('forbidden', 'An admin cannot make a key of the role operator.', {
      hint: 'Ask the operator, or choose another role.',
    });
  }),
  route(access.listApiKeys, async ({ memory }) => ({ keys: await memory.apiKeys.list() })),
  route(access.revokeApiKey, async ({ memory, params, caller: { actor } }) => ({
    revoked: await memory.apiKeys.revoke(params.id, { actor }),
  })),
  route(access.issueInspectorCode, async ({ caller, services: { inspectorAccess } }) => {
    requireMachine(caller);
    const { secret, expiresAt } = inspectorAccess.issueCode(caller.orgId);
    return { code: secret, expiresAt };
  }),
  route(access.openInspector, async ({ caller, services: { inspectorAccess } }) => {
    // Whoever comes with something else has what a pass gives, and a pass would outlive a key that is revoked.
    if (!caller.operations?.has(access.openInspector.id)) throw noSuchCode();
    return { ...inspectorAccess.createPass(caller.orgId), orgId: caller.orgId };
  }),
  route(access.listPolicies, async ({ memory }) => ({ policies: await memory.policies.list() })),
  route(access.putPolicy, ({ memory, caller, params: { name }, body: { text, ...options } }) =>
    memory.policies.put(name, text, { ...options, actor: caller.actor }),
  ),
  route(access.removePolicy, async ({ memory, caller, params: { name } }) => ({
    removed: await memory.policies.remove(name, { actor: caller.actor }),
  })),
  route(access.checkPolicy, ({ memory, body: { text } }) => memory.policies.check(text)),
  route(access.explainAccess, async ({ body, ...call }) => ({
    decision: (await isInProjectOf(call, body.observationId)) ? await call.memory.explainAccess(body) : null,
  })),
  route(access.explainAdministration, async ({ memory, body }) => ({
    decision: await memory.administration.explain(body),
  })),
  route(access.testPolicies, async ({ memory, body }) => ({ decision: await memory.testPolicies(body) })),
  route(access.explainDenials, ({ memory, body }) => memory.explainDenials(body)),
];

/** A pass that could make codes could prolong itself for ever, and a key's code would outlive the key. */
function requireMachine({ actor }: Caller): void {
  if (actor === MACHINE) return;
  throw new InklingError('unauthorized', 'Codes are made with the token of the machine only.', {
    hint: 'Print an address with `inkling inspect` on the machine where the daemon runs.',
  });
}

/** What administrators set and who set it, grants between projects, and how far imports had come. */
export const configRoutes: readonly Route[] = [
  route(config.getEffectiveConfig, ({ memory, query: { projectId = null } }) => memory.config.effective(projectId)),
  route(config.getProjectConfig, ({ memory, query: { projectId = null } }) => memory.config.project(projectId)),
  route(config.setProjectConfig, ({ memory, caller, query: { projectId = null }, body }) => {
    const { expectedUpdatedAt, ...patch } = body;
    const expected = expectedUpdatedAt === undefined ? {} : { expectedUpdatedAt };
    return memory.config.setProject(projectId, patch, { actor: caller.actor, ...expected });
  }),
  route(config.listProjectConfigs, async ({ memory, query: { after, ...page } }) => ({
    rows: await memory.config.listProjects({ ...page, ...(after === undefined ? {} : { after: after || null }) }),
  })),
  route(config.getBudgets, async ({ memory }) => {
    // What the machine's own settings say counts where the organisation says nothing.
    const { '*': otherwise = UNKNOWN_WORK_TYPE_BUDGET, ...defaults } = (await memory.startBudget()).defaults;
    return { defaults, otherwise, overrides: await memory.config.budgets.list() };
  }),
  route(config.setBudgets, async ({ memory, caller, body }) => ({
    changed: await memory.config.budgets.set(body, caller),
  })),
  route(config.getRecallMatrix, async ({ memory }) => ({
    defaults: DEFAULT_RECALL_MATRIX,
    otherwise: UNKNOWN_WORK_TYPE_RECALLS_GRAPH,
    overrides: await memory.config.recallMatrix.list(),
  })),
  route(config.setRecallMatrix, async ({ memory, caller, body }) => ({
    changed: await memory.config.recallMatrix.set(body, caller),
  })),
  route(config.getRetention, async ({ memory }) => ({ days: await memory.config.retention.list() })),
  route(config.setRetention, async ({ memory, caller, body }) => ({
    changed: await memory.config.retention.set(body, caller),
  })),
  route(config.getPlan, async ({ memory }) => ({ features: await memory.config.plan.list() })),
  route(config.setPlan, async ({ memory, caller, body }) => ({ changed: await memory.config.plan.set(body, caller) })),
  route(config.verifyConfigChanges, ({ memory, query: { head } }) => memory.config.verifyChanges(head)),
  route(config.listConfigChanges, async ({ memory, query }) => ({ rows: await memory.config.changes(query) })),
  route(config.listTransferGrants, async ({ memory }) => ({ grants: await memory.transfer.list() })),
  route(config.grantTransfer, async ({ memory, caller, body }) => ({
    granted: await memory.transfer.grant(body, { actor: caller.actor }),
  })),
  route(config.revokeTransfer, async ({ memory, caller, body }) => ({
    revoked: await memory.transfer.revoke(body, { actor: caller.actor }),
  })),
  route(config.whyTransfer, ({ memory, body }) => memory.transfer.why(body)),
  route(config.getFingerprint, async ({ memory, query: { projectId } }) => ({
    fingerprint: await memory.transfer.fingerprint(projectId),
  })),
  route(config.setFingerprint, async ({ memory, body }) => {
    await memory.transfer.setFingerprint(body);
    return { written: true };
  }),
  route(config.getImportCursor, async ({ memory, query: { projectId = null, source } }) => ({
    cursor: await memory.importCursors.get(projectId, source),
  })),
  route(config.setImportCursor, async ({ memory, query: { projectId = null, source }, body }) => {
    await memory.importCursors.set(projectId, source, body.cursor);
    return body;
  }),
];
