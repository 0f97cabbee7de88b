import {
  checkPolicyEndpoint,
  explainAccessEndpoint,
  explainAdministrationEndpoint,
  explainDenialsEndpoint,
  listPoliciesEndpoint,
  putPolicyEndpoint,
  removePolicyEndpoint,
  testPoliciesEndpoint,
} from '../../contract/policies.ts';
import { route, type Route } from '../route.ts';

/** The organisation's own Cedar policies. */
export const policyRoutes: readonly Route[] = [
  route(listPoliciesEndpoint, async ({ memory }) => ({ policies: await memory.policies.list() })),
  route(putPolicyEndpoint, ({ memory, caller, params: { name }, body: { text, ...options } }) =>
    memory.policies.put(name, text, { ...options, actor: caller.actor }),
  ),
  route(removePolicyEndpoint, async ({ memory, caller, params: { name } }) => ({
    removed: await memory.policies.remove(name, { actor: caller.actor }),
  })),
  route(checkPolicyEndpoint, ({ memory, body: { text } }) => memory.policies.check(text)),
  route(explainAccessEndpoint, async ({ memory, body }) => ({ decision: await memory.explainAccess(body) })),
  route(explainAdministrationEndpoint, async ({ memory, body }) => ({
    decision: await memory.administration.explain(body),
  })),
  route(testPoliciesEndpoint, async ({ memory, body }) => ({ decision: await memory.testPolicies(body) })),
  route(explainDenialsEndpoint, ({ memory, body }) => memory.explainDenials(body)),
];
