import { InklingError } from '@inkling/engine';
import * as api from '../../contract/access.ts';
import { noSuchCode } from '../../state/inspector-access.ts';
import { MACHINE } from '../access.ts';
import type { Caller } from '../caller.ts';
import { route, type Route } from '../route.ts';

/** API keys, the way of a browser into the web app, and the organisation's own Cedar policies. */
export const accessRoutes: readonly Route[] = [
  route(api.createApiKey, async ({ memory, body, caller }) => {
    // Nobody hands out more than they have.
    if (body.role !== 'operator' || caller.role === 'operator') {
      return memory.apiKeys.create({ ...body, createdBy: caller.actor });
    }
    throw new InklingError('forbidden', 'An admin cannot make a key of the role operator.', {
      hint: 'Ask the operator, or choose another role.',
    });
  }),
  route(api.listApiKeys, async ({ memory }) => ({ keys: await memory.apiKeys.list() })),
  route(api.revokeApiKey, async ({ memory, params, caller: { actor } }) => ({
    revoked: await memory.apiKeys.revoke(params.id, { actor }),
  })),
  route(api.issueInspectorCode, async ({ caller, services: { inspectorAccess } }) => {
    requireMachine(caller);
    const { secret, expiresAt } = inspectorAccess.issueCode(caller.orgId);
    return { code: secret, expiresAt };
  }),
  route(api.openInspector, async ({ caller, services: { inspectorAccess } }) => {
    // Whoever comes with something else has what a pass gives, and a pass would outlive a key that is revoked.
    if (!caller.operations?.has(api.openInspector.id)) throw noSuchCode();
    return { ...inspectorAccess.createPass(caller.orgId), orgId: caller.orgId };
  }),
  route(api.listPolicies, async ({ memory }) => ({ policies: await memory.policies.list() })),
  route(api.putPolicy, ({ memory, caller, params: { name }, body: { text, ...options } }) =>
    memory.policies.put(name, text, { ...options, actor: caller.actor }),
  ),
  route(api.removePolicy, async ({ memory, caller, params: { name } }) => ({
    removed: await memory.policies.remove(name, { actor: caller.actor }),
  })),
  route(api.checkPolicy, ({ memory, body: { text } }) => memory.policies.check(text)),
  route(api.explainAccess, async ({ memory, body }) => ({ decision: await memory.explainAccess(body) })),
  route(api.explainAdministration, async ({ memory, body }) => ({
    decision: await memory.administration.explain(body),
  })),
  route(api.testPolicies, async ({ memory, body }) => ({ decision: await memory.testPolicies(body) })),
  route(api.explainDenials, ({ memory, body }) => memory.explainDenials(body)),
];

/** A pass that could make codes could prolong itself for ever, and a key's code would outlive the key. */
function requireMachine({ actor }: Caller): void {
  if (actor === MACHINE) return;
  throw new InklingError('unauthorized', 'Codes are made with the token of the machine only.', {
    hint: 'Print an address with `inkling inspect` on the machine where the daemon runs.',
  });
}
