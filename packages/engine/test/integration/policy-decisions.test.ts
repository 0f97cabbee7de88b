import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AuthorizationResource, type Principal, decideByDefault } from '../../src/memory/policy/authorizer.ts';
import { compilePolicies } from '../../src/memory/policy/cedar/compile-policies.ts';
import { ACCESS, decideWithPolicies } from '../../src/memory/policy/cedar/decide-with-policies.ts';
import type { NamedPolicy } from '../../src/memory/policy/org-policy.ts';
import { isAuthorizedDirectly } from '../oracles/cedar-oracle.ts';
import { anyPolicies, anyPrincipal, anyResource, anyVerb } from '../policy-arbitraries.ts';

const agent: Principal = { orgId: 'org_a', agentId: 'claude', projectId: 'api', sessionId: 's1' };
const statement: AuthorizationResource = {
  orgId: 'org_a',
  id: '018f3c5e-0000-7000-8000-000000000001',
  type: 'observation',
  projectId: 'api',
  classification: 'internal',
  kind: 'decision',
  agentId: 'git',
};
const failed = (error: unknown): never => {
  throw error;
};
const enforced = (text: string, name = 'own'): NamedPolicy => ({ name, text, mode: 'enforce' });
const shadow = (text: string, name = 'own'): NamedPolicy => ({ name, text, mode: 'shadow' });

describe('the default policies', () => {
  const byCedar = compilePolicies(ACCESS, [], failed);

  test('decide as the default rules do, by the same policy and for the same reason', () => {
    fc.assert(
      fc.property(anyPrincipal, anyVerb, anyResource, (principal, verb, resource) => {
        expect(byCedar(principal, verb, resource).allowed).toBe(decideByDefault(principal, verb, resource).allowed);
        expect(byCedar(principal, verb, resource)).toMatchObject(decideByDefault(principal, verb, resource));
      }),
      { numRuns: 400 },
    );
  });

  test('[S1-056] a node of another organisation is denied, whatever the organisation permits', () => {
    const decide = decideWithPolicies([enforced('permit (principal, action, resource);')], failed);
    const theirs = { ...statement, orgId: 'org_b', type: 'graph-node', classification: 'public' } as const;
    expect(decide(agent, 'read', theirs)).toEqual({
      allowed: false,
      policy: 'default.organisation-wall',
      reason: 'belongs to another organisation',
    });
  });
});

describe("an organisation's own policies", () => {
  test('decide as one direct call to Cedar with all of them does', () => {
    const question = fc.tuple(anyPrincipal, anyVerb, anyResource);
    fc.assert(
      fc.property(anyPolicies, fc.array(question, { minLength: 1, maxLength: 6 }), (policies, questions) => {
        const decide = decideWithPolicies(policies, failed);
        const counted = policies.filter(({ mode }) => mode === 'enforce').map(({ text }) => text);
        const all = policies.map(({ text }) => text);
        for (const [principal, verb, resource] of questions) {
          const decision = decide(principal, verb, resource);
          expect(decision.allowed).toBe(isAuthorizedDirectly(counted, principal, verb, resource));
          const withShadow = isAuthorizedDirectly(all, principal, verb, resource);
          expect('shadow' in decision).toBe(decision.allowed && !withShadow);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('are decided for one agent as for the next that they do not name, and for each that they do', () => {
    const question = fc.tuple(anyPrincipal, anyVerb, anyResource);
    const renamed = (id: string): string => (id === 'claude' ? id : `${id}-2`);
    fc.assert(
      fc.property(anyPolicies, fc.array(question, { minLength: 1, maxLength: 6 }), (policies, questions) => {
        const enforcedOnly = policies.filter(({ mode }) => mode === 'enforce');
        const decide = decideWithPolicies(enforcedOnly, failed);
        // The same decider hears every question twice: of the one whose decision it keeps, and of another agent of that class.
        for (const [principal, verb, resource] of questions) decide(principal, verb, resource);
        for (const [principal, verb, resource] of questions) {
          const who = { ...principal, agentId: renamed(principal.agentId) };
          const what = { ...resource, agentId: renamed(resource.agentId) };
          const direct = isAuthorizedDirectly(
            enforcedOnly.map(({ text }) => text),
            who,
            verb,
            what,
          );
          expect(decide(who, verb, what).allowed).toBe(direct);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('a clearance is a permit of its own, and holds in the project only', () => {
    const decide = decideWithPolicies([
      enforced(
        'permit (principal == Agent::"claude", action, resource) when { resource.classification == "restricted" };',
      ),
    ]);
    const restricted = { ...statement, classification: 'restricted' };
    expect(decide(agent, 'read', restricted)).toEqual({ allowed: true, policy: 'own' });
    expect(decide({ ...agent, agentId: 'codex' }, 'read', restricted)).toMatchObject({ policy: 'default.clearance' });
    expect(decide(agent, 'read', { ...restricted, projectId: 'web' })).toMatchObject({
      allowed: false,
      policy: 'default.project-boundary',
    });
  });

  test('a denial names its policies by name, @id or position', () => {
    const text =
      '@id("commits") forbid (principal, action, resource) when { resource.kind == "commit" }; forbid (principal, action, resource) unless { principal has session };';
    const decide = decideWithPolicies([enforced(text)]);
    expect(decide({ ...agent, sessionId: null }, 'read', { ...statement, kind: 'commit' })).toEqual({
      allowed: false,
      policy: 'own.2, own.commits',
      reason: 'is forbidden by own.2, own.commits',
    });
  });

  test('and has the reason of a policy that it names', () => {
    const decide = decideWithPolicies([enforced('forbid (principal, action, resource);')]);
    const restricted = { ...statement, classification: 'restricted' };
    const forbidden = { policy: 'own', reason: 'is forbidden by own' };
    expect(decide(agent, 'read', restricted)).toMatchObject(forbidden);
    expect(decide(agent, 'transfer', { ...restricted, projectId: agent.projectId! })).toMatchObject(forbidden);
    expect(decide(agent, 'read', { ...restricted, projectId: 'web' })).toMatchObject({
      policy: 'default.project-boundary, own',
      reason: 'is restricted and belongs to another project',
    });
  });

  test('the position is that in the text, also behind the tenth', () => {
    const text = Array.from(
      { length: 12 },
      (_, index) => `forbid (principal == Agent::"a${index + 1}", action, resource);`,
    );
    const decide = decideWithPolicies([enforced(text.join('\n'))]);
    for (const position of [2, 10, 11, 12]) {
      expect(decide({ ...agent, agentId: `a${position}` }, 'read', statement)).toMatchObject({
        policy: `own.${position}`,
      });
    }
  });

  test('in shadow mode they are reported and not enforced', () => {
    const decide = decideWithPolicies([shadow('forbid (principal, action, resource);')]);
    expect(decide(agent, 'read', statement)).toEqual({
      allowed: true,
      policy: 'default.same-project',
      shadow: { policy: 'own', reason: 'is forbidden by own' },
    });
  });
});

describe('fails closed, with a reason', () => {
  test.each([
    [
      'a text that cannot be read',
      'permit (principal action, resource);',
      'the policies of the organisation cannot be read',
    ],
    ['no policy', '// nothing', 'the policies of the organisation cannot be read'],
    [
      'one id twice',
      '@id("a") permit (principal, action, resource); @id("a") forbid (principal, action, resource);',
      'the policies of the organisation cannot be read',
    ],
    [
      'one single observation',
      `forbid (principal, action, resource == Observation::"${statement.id}");`,
      'the policies of the organisation cannot be read',
    ],
    [
      'a text that the parser dies of',
      `permit (principal, action, resource) when { ${'if true then '.repeat(2500)}true${' else false'.repeat(2500)} };`,
      'the policies of the organisation cannot be read',
    ],
    [
      'an attribute that is not there',
      'forbid (principal, action, resource) when { principal.clearance == 1 };',
      'policy own failed: ',
    ],
  ])('%s denies', (_name, text, reason) => {
    const errors: unknown[] = [];
    const decision = decideWithPolicies([enforced(text)], (error) => errors.push(error))(agent, 'read', statement);
    expect(decision).toMatchObject({ allowed: false });
    expect('reason' in decision && decision.reason.startsWith(reason)).toBe(true);
    // The next organisation gets an engine that works.
    expect(
      decideWithPolicies([enforced('permit (principal, action, resource);')])(agent, 'read', statement).allowed,
    ).toBe(true);
  });

  test('what the engine dies of is tried again by the next request, and denied again [C-037]', async () => {
    const errors: unknown[] = [];
    const text = `permit (principal, action, resource) when { ${'if true then '.repeat(2500)}true${' else false'.repeat(2500)} };`;
    const decide = decideWithPolicies([enforced(text)], (error) => errors.push(error));
    const denied = { allowed: false, reason: 'the policies of the organisation cannot be read' };
    // All of one request: one attempt.
    expect([decide(agent, 'read', statement), decide(agent, 'transfer', statement)]).toMatchObject([denied, denied]);
    expect(errors).toHaveLength(1);
    await Promise.resolve();
    expect(decide(agent, 'read', statement)).toMatchObject(denied);
    expect(errors).toHaveLength(2);
  });

  test('a shadow policy that cannot be read is reported and denies nothing', () => {
    const decision = decideWithPolicies([shadow('permit')])(agent, 'read', statement);
    expect(decision).toMatchObject({ allowed: true, shadow: { policy: null } });
  });
});

test('more sets than Cedar has places for keep their own decisions', () => {
  const projects = Array.from({ length: 70 }, (_, index) => `p${index}`);
  const deciders = projects.map((project) =>
    decideWithPolicies([enforced(`forbid (principal, action, resource in Project::"${project}");`)], failed),
  );
  for (const kind of ['decision', 'commit']) {
    for (const [index, decide] of deciders.entries()) {
      const own = projects[index]!;
      expect(decide(agent, 'read', { ...statement, kind, projectId: own }).allowed).toBe(false);
      expect(decide(agent, 'read', { ...statement, kind, projectId: `${own}x` }).allowed).toBe(true);
    }
  }
});
