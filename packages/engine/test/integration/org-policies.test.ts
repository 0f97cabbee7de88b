import { beforeAll, describe, expect, test } from 'vitest';
import type { Database, TenantDatabase } from '../../src/base/database/database.ts';
import { createOrgConfig } from '../../src/memory/config/org-config.ts';
import type { AuthorizationResource } from '../../src/memory/policy/authorizer.ts';
import { createCedarAuthorizer, type ShadowReport } from '../../src/memory/policy/cedar/cedar-authorizer.ts';
import { createCurrentPolicies, POLICY_TTL_MS } from '../../src/memory/policy/current-policies.ts';
import { createOrgPolicies, type OrgPolicies } from '../../src/memory/policy/org-policies.ts';
import { createManualClock } from '../manual-clock.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const ann = { actor: 'ann' };
const unheard = (error: unknown): never => {
  throw error;
};
const FORBID_COMMITS = 'forbid (principal, action, resource) when { resource.kind == "commit" };';

describeOnEachDatabase("an organisation's policies", (open) => {
  let database: Database;
  let orgs = 0;
  beforeAll(async () => {
    database = await open();
  });
  const tenantOf = (): TenantDatabase => database.tenant(`org-${(orgs += 1)}`);
  const storeOf = (tenant: TenantDatabase, onChanged = (): void => undefined): OrgPolicies =>
    createOrgPolicies({ tenant, clock: createManualClock(), onChanged });

  describe('are stored', () => {
    test('with who put them, their mode and one more version for each change', async () => {
      const policies = storeOf(tenantOf());
      expect(await policies.list()).toEqual([]);
      expect(await policies.get('commits')).toBe(null);
      const stored = await policies.put('commits', FORBID_COMMITS, ann);
      expect(stored).toMatchObject({
        name: 'commits',
        text: FORBID_COMMITS,
        mode: 'enforce',
        version: 1,
        updatedBy: 'ann',
      });
      expect(await policies.put('commits', FORBID_COMMITS, { actor: 'bob', mode: 'shadow' })).toMatchObject({
        version: 2,
      });
      expect(await policies.put('a', 'permit (principal, action, resource);', ann)).toMatchObject({ version: 3 });
      expect((await policies.list()).map(({ name, mode }) => [name, mode])).toEqual([
        ['a', 'enforce'],
        ['commits', 'shadow'],
      ]);
      expect(await policies.remove('a', ann)).toBe(true);
      expect(await policies.remove('a', ann)).toBe(false);
      expect(await policies.get('a')).toBe(null);
    });

    test('and each change is logged; what changes nothing is not', async () => {
      const tenant = tenantOf();
      const policies = storeOf(tenant);
      await policies.put('commits', FORBID_COMMITS, ann);
      expect(await policies.put('commits', FORBID_COMMITS, { actor: 'bob' })).toMatchObject({
        version: 1,
        updatedBy: 'ann',
      });
      await policies.put('commits', FORBID_COMMITS, { actor: 'bob', mode: 'shadow' });
      await policies.remove('commits', ann);
      const changes = await createOrgConfig({ tenant, clock: createManualClock() }).changes({ subject: 'policy' });
      const value = (mode: string): unknown => ({ mode, text: FORBID_COMMITS });
      expect(changes.map(({ actor, field, oldValue, newValue }) => [actor, field, oldValue, newValue])).toEqual([
        ['ann', 'commits', value('shadow'), null],
        ['bob', 'commits', value('enforce'), value('shadow')],
        ['ann', 'commits', null, value('enforce')],
      ]);
    });

    test('also by several at once: every change counts and is logged with what was there before', async () => {
      const tenant = tenantOf();
      const texts = Array.from({ length: 6 }, (_, index) => FORBID_COMMITS.replace('commit', `kind${index}`));
      const stored = await Promise.all(texts.map((text) => storeOf(tenant).put('commits', text, ann)));
      // Each is told what it has written itself, not what came behind it.
      expect(stored.map(({ text }) => text)).toEqual(texts);
      expect(new Set(stored.map(({ version }) => version))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
      expect(await storeOf(tenant).get('commits')).toMatchObject({ version: 6 });
      const changes = await createOrgConfig({ tenant, clock: createManualClock() }).changes({ subject: 'policy' });
      // Newest first, the log is one chain: what was there before a change is what the change behind it in the list made.
      const made = changes.map(({ newValue }) => newValue);
      expect(changes.map(({ oldValue }) => oldValue)).toEqual([...made.slice(1), null]);
      expect(new Set(made.map((value) => JSON.stringify(value))).size).toBe(6);
    });

    test.each([
      ['a name with capitals', 'Commits', FORBID_COMMITS, ann],
      ['the name of the default ones', 'default', FORBID_COMMITS, ann],
      ['a name with a dot', 'a.b', FORBID_COMMITS, ann],
      ['nobody answerable', 'a', FORBID_COMMITS, { actor: '' }],
      ['another mode', 'a', FORBID_COMMITS, { actor: 'ann', mode: 'off' as never }],
      ['more than 64 KiB', 'a', `${FORBID_COMMITS}// ${'x'.repeat(65_536)}`, ann],
    ])('never with %s', async (_name, name, text, options) => {
      await expect(storeOf(tenantOf()).put(name, text, options)).rejects.toMatchObject({ code: 'invalid-input' });
    });

    test.each([
      [
        'cannot be read',
        'permit (principal,\n  action resource);',
        { line: 2, column: 10 },
        /unexpected token `resource`; expected/,
      ],
      [
        'does not fit the schema',
        '// é\nforbid (principal, action, resource) when { principal.clearance == 1 };',
        { line: 2, column: 45 },
        /attribute `clearance`/,
      ],
      [
        'names one observation',
        'forbid (principal, action, resource == Observation::"x");',
        { line: null, column: null },
        /cannot name a single/,
      ],
      [
        'is a template',
        'forbid (principal == ?principal, action, resource);',
        { line: null, column: null },
        /template/,
      ],
      ['is empty', '', { line: null, column: null }, /no policy/],
    ])('never when the text %s: the error says where', async (_name, text, place, message) => {
      const tenant = tenantOf();
      const refused = storeOf(tenant).put('a', text, ann);
      const problem = { ...place, message: expect.stringMatching(message) as string };
      await expect(refused).rejects.toMatchObject({ code: 'policy-invalid', details: { problems: [problem] } });
      expect(await storeOf(tenant).list()).toEqual([]);
    });
  });

  describe('count', () => {
    const commit = (orgId: string): AuthorizationResource => ({
      orgId,
      id: '018f3c5e-0000-7000-8000-000000000001',
      type: 'observation',
      projectId: 'api',
      classification: 'internal',
      kind: 'commit',
      agentId: 'git',
    });
    const clock = createManualClock();
    function replica(tenant: TenantDatabase, reports: ShadowReport[] = []) {
      const current = createCurrentPolicies({ tenant, clock, onError: unheard });
      const authorizer = createCedarAuthorizer({
        policies: () => current.decider(),
        onShadowDenied: (report) => reports.push(report),
      });
      const allowed = async (): Promise<boolean> => {
        const principal = { orgId: tenant.orgId, agentId: 'claude', projectId: 'api' };
        const [decision] = await authorizer.authorize(principal, 'read', [commit(tenant.orgId)]);
        return decision?.allowed === true;
      };
      return { allowed, clear: () => current.clear() };
    }

    test('at once where they were changed, and in other processes after a second', async () => {
      const tenant = tenantOf();
      const here = replica(tenant);
      const there = replica(tenant);
      const policies = storeOf(tenant, here.clear);
      expect([await here.allowed(), await there.allowed()]).toEqual([true, true]);
      await policies.put('commits', FORBID_COMMITS, ann);
      expect([await here.allowed(), await there.allowed()]).toEqual([false, true]);
      clock.advance(POLICY_TTL_MS);
      expect([await here.allowed(), await there.allowed()]).toEqual([false, false]);
      await policies.remove('commits', ann);
      clock.advance(POLICY_TTL_MS);
      expect([await here.allowed(), await there.allowed()]).toEqual([true, true]);
    });

    test('in shadow mode by a report only', async () => {
      const tenant = tenantOf();
      const reports: ShadowReport[] = [];
      const here = replica(tenant, reports);
      await storeOf(tenant).put('commits', FORBID_COMMITS, { actor: 'ann', mode: 'shadow' });
      expect(await here.allowed()).toBe(true);
      expect(reports).toMatchObject([{ policy: 'commits', verb: 'read', resource: { kind: 'commit' } }]);
    });

    test('in their own organisation only', async () => {
      const [mine, theirs] = [tenantOf(), tenantOf()];
      await storeOf(mine).put('commits', FORBID_COMMITS, ann);
      expect([await replica(mine).allowed(), await replica(theirs).allowed()]).toEqual([false, true]);
    });

    test('as a denial of everything when they cannot be read', async () => {
      const tenant = tenantOf();
      const failing: TenantDatabase = { ...tenant, query: () => Promise.reject(new Error('gone')) };
      await expect(replica(failing).allowed()).rejects.toThrow('gone');
    });
  });
});
