import { createMemory, type Memory } from '@inkling/engine';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { API_KEY_ROLES } from '../../src/memory/api-keys/api-key.ts';
import {
  ADMINISTRATIVE_ACTIONS,
  decideAdministrationByDefault,
  isGovernment,
  type AdministrationQuestion,
  type AdministrativeAction,
} from '../../src/memory/policy/administration.ts';
import { checkPolicy } from '../../src/memory/policy/check-policy.ts';
import { compilePolicies } from '../../src/memory/policy/cedar/compile-policies.ts';
import {
  ADMINISTRATION,
  decideAdministrationWithPolicies,
} from '../../src/memory/policy/cedar/decide-with-policies.ts';
import type { NamedPolicy } from '../../src/memory/policy/org-policy.ts';
import { mayAdministerDirectly } from '../oracles/administration-oracle.ts';
import { anyPolicies } from '../policy-arbitraries.ts';
import { openTestDatabase } from '../setup/open-test-database.ts';

const ACTIONS = Object.keys(ADMINISTRATIVE_ACTIONS) as AdministrativeAction[];
const failed = (error: unknown): never => {
  throw error;
};
const enforced = (text: string, name = 'own'): NamedPolicy => ({ name, text, mode: 'enforce' });

const anyQuestion: fc.Arbitrary<AdministrationQuestion> = fc.record({
  orgId: fc.constantFrom('org_a', 'org_b'),
  caller: fc.constantFrom('key:a', 'key:b', 'key:c'),
  role: fc.constantFrom(...API_KEY_ROLES, 'somebody-new'),
  action: fc.constantFrom(...ACTIONS.filter((action) => !isGovernment(action))),
});

const anyForbid = fc
  .tuple(
    fc.constantFrom('principal', 'principal == Caller::"key:a"', 'principal in Org::"org_a"'),
    fc.constantFrom(
      'action == Action::"forget"',
      'action in Action::"curate"',
      'action in Action::"administer"',
      'action in [Action::"manageKeys", Action::"managePlan"]',
    ),
    fc.constantFrom('resource', 'resource == Org::"org_b"'),
    fc.constantFrom('when { true }', 'when { principal.role == "admin" }', 'unless { principal.role == "operator" }'),
  )
  .map(([who, what, where, condition]) => `forbid (${who}, ${what}, ${where}) ${condition};`);

const anyAdministration: fc.Arbitrary<NamedPolicy[]> = fc
  .array(fc.record({ text: anyForbid, mode: fc.constantFrom('enforce', 'shadow') }), { maxLength: 3 })
  .map((policies) => policies.map((policy, index) => ({ ...policy, name: `a${index}` })));

describe('the default policies about administration', () => {
  test('decide as the default rules do, for every role and every action', () => {
    const byCedar = compilePolicies(ADMINISTRATION, [], failed);
    for (const role of [...API_KEY_ROLES, 'somebody-new']) {
      for (const action of ACTIONS) {
        const question = { orgId: 'org_a', caller: 'key:a', role, action };
        expect([role, action, byCedar(question)]).toEqual([role, action, decideAdministrationByDefault(question)]);
      }
    }
  });
});

describe("an organisation's policies about administration", () => {
  test('decide as one direct call to Cedar with all of them does; those about agents change nothing', () => {
    fc.assert(
      fc.property(
        anyAdministration,
        anyPolicies,
        fc.array(anyQuestion, { minLength: 1, maxLength: 6 }),
        (own, others, questions) => {
          const decide = decideAdministrationWithPolicies([...others, ...own], failed);
          const counted = own.filter(({ mode }) => mode === 'enforce').map(({ text }) => text);
          const all = own.map(({ text }) => text);
          for (const question of questions) {
            const decision = decide(question);
            expect(decision.allowed).toBe(mayAdministerDirectly(counted, question));
            expect('shadow' in decision).toBe(decision.allowed && !mayAdministerDirectly(all, question));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('are never about what agents are shown, nor those about agents about administration', () => {
    const wide = enforced('permit (principal, action, resource);', 'wide');
    const none = enforced('forbid (principal, action, resource) when { resource.classification == "public" };', 'none');
    const member = { orgId: 'org_a', caller: 'key:a', role: 'member' } as const;
    const decide = decideAdministrationWithPolicies([wide, none], failed);
    expect(decide({ ...member, action: 'manageKeys' })).toMatchObject({ allowed: false, policy: null });
    expect(decide({ ...member, action: 'forget' })).toEqual({ allowed: true, policy: 'default.members' });
  });

  test.each([
    ['permits', 'permit (principal, action == Action::"forget", resource);', /cannot permit administration/],
    ['names the repair', 'forbid (principal, action == Action::"managePolicies", resource);', /always be repaired/],
    ['names its group', 'forbid (principal, action in Action::"govern", resource);', /always be repaired/],
    [
      'speaks of both',
      'forbid (principal, action in [Action::"read", Action::"forget"], resource);',
      /either about what agents are shown or about administration/,
    ],
  ])('a policy that %s is refused', (_name, text, message) => {
    expect(checkPolicy(text).problems).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(message) as string }),
    );
    // One that came into the table by another way denies everything that is not repair.
    const decision = decideAdministrationWithPolicies([enforced(text)])({
      orgId: 'org_a',
      caller: 'key:a',
      role: 'operator',
      action: 'forget',
    });
    expect(decision).toMatchObject({ allowed: false, reason: 'the policies of the organisation cannot be read' });
  });

  test('each policy of a text is held to the schema of what it speaks of, with its place in the text', () => {
    const access = 'forbid (principal, action, resource) when { resource.classification == "public" };';
    const administration =
      'forbid (principal, action == Action::"forget", resource) when { principal.role == "member" };';
    // More than ten, because the eleventh is policy10 and its name sorts before policy2.
    const mixed = Array.from({ length: 7 }, () => [access, administration]).flat();
    expect(checkPolicy(mixed.join('\n'))).toEqual({ problems: [], warnings: [] });
    for (const [index, wrong] of [
      'forbid (principal, action, resource) when { principal.role == "member" };',
      'forbid (principal, action == Action::"forget", resource) when { resource.classification == "public" };',
    ].entries()) {
      const place = 11 + index;
      const { problems } = checkPolicy(mixed.with(place, wrong).join('\n'));
      expect(problems).toMatchObject([{ line: place + 1, message: expect.stringMatching(/attribute/) as string }]);
    }
  });
});

describe('a memory', () => {
  let memory: Memory;
  const errors: unknown[] = [];
  beforeAll(async () => {
    const real = await openTestDatabase('pglite');
    // Nobody can read or write anything of the organisation `broken` any more.
    const gone = () => Promise.reject(new Error('the database is gone'));
    const tenant: Database['tenant'] = (orgId) => {
      const bound = real.tenant(orgId);
      return orgId === 'broken' ? { ...bound, query: gone, batch: gone } : bound;
    };
    memory = await createMemory({ database: { ...real, tenant }, onError: (error) => errors.push(error) });
  });
  afterAll(() => memory.close());

  test('names the policy that denies', async () => {
    const { policies, administration } = memory.org('whole');
    const draft = {
      name: 'draft',
      text: 'forbid (principal, action == Action::"pin", resource);',
      mode: 'enforce',
    } as const;
    const drafted = (action: 'pin' | 'managePolicies') =>
      administration.explain({ action, role: 'admin', policies: [draft] });
    expect(await drafted('pin')).toMatchObject({ allowed: false });
    expect(await drafted('managePolicies')).toMatchObject({ allowed: true });
    const broken = administration.explain({ action: 'pin', role: 'admin', policies: [{ ...draft, text: 'forbid' }] });
    await expect(broken).rejects.toMatchObject({ code: 'policy-invalid' });
    await policies.put('guard', 'forbid (principal, action == Action::"pin", resource);', { actor: 'ann' });
    expect(await administration.explain({ action: 'pin', role: 'admin' })).toEqual({
      allowed: false,
      policy: 'guard',
      reason: 'is forbidden by guard',
    });
    await policies.remove('guard', { actor: 'ann' });
    expect(await administration.explain({ action: 'pin', role: 'admin' })).toMatchObject({ allowed: true });
  });

  test('denies what it cannot decide on, save the repair of policies, and a denial that cannot be noted stays one', async () => {
    const { administration } = memory.org('broken');
    const request = { action: 'forget', role: 'operator', caller: 'key:a', operation: 'forget' } as const;
    expect(await administration.authorize(request)).toEqual({
      allowed: false,
      policy: null,
      reason: 'the policies of the organisation cannot be read',
    });
    expect(errors).toMatchObject([{ message: 'the database is gone' }, { message: 'the database is gone' }]);
    expect(await administration.explain({ action: 'managePolicies', role: 'admin' })).toEqual({
      allowed: true,
      policy: 'default.admins',
    });
  });

  test.each([
    { action: 'fly' as never, role: 'admin' },
    { action: 'forget' as const, role: '' },
  ])('cannot be asked %j', async (request) => {
    await expect(memory.org('whole').administration.explain(request)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('with an authorizer of its own goes by roles alone', async () => {
    const authorizer = { authorize: () => Promise.resolve([]) };
    const own = await createMemory({ database: await openTestDatabase('pglite'), authorizer });
    const { policies, administration } = own.org('own');
    await policies.put('guard', 'forbid (principal, action == Action::"pin", resource);', { actor: 'ann' });
    expect(await administration.explain({ action: 'pin', role: 'member' })).toMatchObject({ allowed: true });
    await own.close();
  });
});
