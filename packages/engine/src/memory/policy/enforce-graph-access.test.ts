import { expect, test } from 'vitest';
import { type Authorizer, createDefaultAuthorizer } from './authorizer.ts';
import { enforceGraphAccess } from './enforce-graph-access.ts';

const identity = { orgId: 'o', agentId: 'a', projectId: 'p' };
const node = { orgId: 'o', id: 'n1', projectId: 'p', classification: 'internal', type: 'Module' };
const unheard = (error: unknown): never => {
  throw error;
};

test('decides on each node, in order', async () => {
  const secret = { ...node, id: 'n2', classification: 'restricted' };
  const request = { identity, nodes: [secret, node, secret], verb: 'read' } as const;
  const decisions = await enforceGraphAccess({ authorizer: createDefaultAuthorizer(), onError: unheard }, request);
  expect(decisions.map(({ allowed }) => allowed)).toEqual([false, true, false]);
});

test("[S0-036] another organisation's node is denied even by an authorizer that permits everything", async () => {
  const authorizer: Authorizer = {
    authorize: (_principal, _verb, nodes) => Promise.resolve(nodes.map(() => ({ allowed: true, policy: 'all' }))),
  };
  // The same id in both organisations.
  const nodes = [{ ...node, orgId: 'other' }, node];
  const decisions = await enforceGraphAccess({ authorizer, onError: unheard }, { identity, nodes, verb: 'read' });
  expect(decisions).toEqual([
    { allowed: false, policy: 'default.organisation-wall', reason: 'belongs to another organisation' },
    { allowed: true, policy: 'all' },
  ]);
});

test('[S1-057] an authorizer that fails denies everything', async () => {
  const errors: unknown[] = [];
  const authorizer: Authorizer = { authorize: () => Promise.reject(new Error('trapped')) };
  const ports = { authorizer, onError: (error: unknown) => errors.push(error) };
  const decisions = await enforceGraphAccess(ports, { identity, nodes: [node], verb: 'read' });
  expect(decisions).toEqual([{ allowed: false, policy: null, reason: 'the authorizer failed' }]);
  expect(errors).toHaveLength(1);
});
