import { describe, expect, test } from 'vitest';
import { type AuthorizationResource, type Principal, createDefaultAuthorizer, decideByDefault } from './authorizer.ts';

const principal: Principal = { orgId: 'org_a', agentId: 'agent', projectId: 'api' };
const resource = (changes: Partial<AuthorizationResource> = {}): AuthorizationResource => ({
  orgId: 'org_a',
  id: '00000000-0000-7000-8000-000000000000',
  type: 'observation',
  projectId: 'api',
  classification: 'internal',
  kind: 'decision',
  agentId: 'other',
  ...changes,
});

describe('default authorizer', () => {
  test.each([
    ['own project', resource(), true],
    ['own project, confidential', resource({ classification: 'confidential' }), true],
    ['own project, restricted', resource({ classification: 'restricted' }), false],
    ['another project', resource({ projectId: 'web' }), true],
    ['another project, public', resource({ projectId: 'web', classification: 'public' }), true],
    ['another project, confidential', resource({ projectId: 'web', classification: 'confidential' }), false],
    ['no project, confidential', resource({ projectId: null, classification: 'confidential' }), false],
    ['another organisation', resource({ orgId: 'org_b', classification: 'public' }), false],
    ['another organisation, same project name', resource({ orgId: 'org_b' }), false],
  ])('%s', (_title, given, allowed) => {
    expect(decideByDefault(principal, 'read', given).allowed).toBe(allowed);
  });

  test('a principal without a project reads what has no project', () => {
    const nobody: Principal = { orgId: 'org_a', agentId: 'agent' };
    expect(decideByDefault(nobody, 'read', resource({ projectId: null, classification: 'confidential' })).allowed).toBe(
      true,
    );
  });

  test('answers in the order of the question', async () => {
    const decisions = await createDefaultAuthorizer().authorize(principal, 'read', [
      resource({ orgId: 'org_b' }),
      resource(),
    ]);
    expect(decisions.map((decision) => decision.allowed)).toEqual([false, true]);
  });
});
