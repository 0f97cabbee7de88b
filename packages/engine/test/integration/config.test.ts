import { beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/database/database.ts';
import { createOrgConfig, type OrgConfig } from '../../src/memory/config/org-config.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { createManualClock } from '../manual-clock.ts';

const ann = { actor: 'ann' };
const bob = { actor: 'bob' };

/** What one write changed stands in no particular order. */
const byField = (one: readonly unknown[], other: readonly unknown[]): number =>
  String(one[1]).localeCompare(String(other[1]));

describeOnEachDatabase('what administrators set', (open) => {
  let database: Database;
  let orgs = 0;
  beforeAll(async () => {
    database = await open();
  });
  const configOf = (orgId: string, clock: Clock = createManualClock()): OrgConfig =>
    createOrgConfig({ tenant: database.tenant(orgId), clock });
  const fresh = (): OrgConfig => configOf(`org-${(orgs += 1)}`);

  describe('a project', () => {
    test('has the defaults until somebody sets something', async () => {
      const config = fresh();
      expect(await config.project('api')).toEqual({
        projectId: 'api',
        memoryEnabled: true,
        runtimeInjectEnabled: true,
        graphEnabled: null,
        captureOff: [],
        exchangesPerSession: 200,
        exchangesPerProject: 100_000,
        updatedBy: null,
        updatedAt: null,
      });
      expect(await config.effective('api')).toEqual({
        memoryEnabled: true,
        runtimeInjectEnabled: true,
        graph: { enabled: false, because: 'not-enabled' },
        captureOff: [],
        budgetOverrides: {},
        recallMatrixOverrides: {},
      });
      expect(await config.listProjects()).toEqual([]);
    });

    test('a patch changes its fields and leaves the others, and counts at once', async () => {
      const config = fresh();
      expect((await config.effective('api')).runtimeInjectEnabled).toBe(true);
      await config.setProject('api', { runtimeInjectEnabled: false }, ann);
      const stored = await config.setProject('api', { graphEnabled: true }, bob);
      expect(stored).toMatchObject({ memoryEnabled: true, runtimeInjectEnabled: false, graphEnabled: true });
      expect(await config.project('api')).toEqual({ ...stored, updatedBy: 'bob' });
      expect(await config.effective('api')).toMatchObject({
        runtimeInjectEnabled: false,
        graph: { enabled: true, because: 'project-toggle' },
      });
      expect(await config.effective('web')).toMatchObject({ runtimeInjectEnabled: true });
    });

    test('what belongs to no project has settings too', async () => {
      const config = fresh();
      await config.setProject(null, { memoryEnabled: false }, ann);
      expect(await config.project(null)).toMatchObject({ projectId: null, memoryEnabled: false });
      expect(await config.effective(null)).toMatchObject({ memoryEnabled: false, runtimeInjectEnabled: false });
      expect(await config.effective('api')).toMatchObject({ memoryEnabled: true });
    });

    test('each value that changed is logged with who, from what and to what, newest first', async () => {
      const config = fresh();
      await config.setProject('api', { memoryEnabled: false, graphEnabled: false }, ann);
      const { updatedAt } = await config.setProject('api', { memoryEnabled: true, graphEnabled: null }, bob);
      const changes = await config.changes({ subject: 'project:api' });
      const values = changes.map(({ actor, field, oldValue, newValue }) => [actor, field, oldValue, newValue]);
      expect(values.slice(0, 2).toSorted(byField)).toEqual([
        ['bob', 'graphEnabled', false, null],
        ['bob', 'memoryEnabled', false, true],
      ]);
      expect(values.slice(2).toSorted(byField)).toEqual([
        ['ann', 'graphEnabled', null, false],
        ['ann', 'memoryEnabled', true, false],
      ]);
      expect(changes[0]).toMatchObject({ subject: 'project:api', createdAt: updatedAt });
    });

    test('what changes nothing writes nothing: no row, no version, no log', async () => {
      const config = fresh();
      await config.setProject('api', { memoryEnabled: true, graphEnabled: null }, ann);
      await config.setProject('api', {}, ann);
      expect(await config.listProjects()).toEqual([]);
      const stored = await config.setProject('api', { memoryEnabled: false }, ann);
      expect(await config.setProject('api', { memoryEnabled: false }, bob)).toEqual(stored);
      expect(await config.changes()).toHaveLength(1);
    });

    test('a change meant for another version is refused and leaves everything as it is', async () => {
      const config = fresh();
      const first = await config.setProject('api', { memoryEnabled: false }, { ...ann, expectedUpdatedAt: null });
      const seen = { ...bob, expectedUpdatedAt: first.updatedAt };
      const second = await config.setProject('api', { memoryEnabled: true }, seen);
      for (const expectedUpdatedAt of [null, first.updatedAt, 'x']) {
        const late = config.setProject('api', { graphEnabled: true }, { ...bob, expectedUpdatedAt });
        await expect(late).rejects.toMatchObject({ code: 'config-conflict' });
      }
      expect(await config.project('api')).toEqual(second);
      expect(await config.changes()).toHaveLength(2);
    });

    test('two changes are two versions, whatever the clock says', async () => {
      const config = fresh();
      const first = await config.setProject('api', { memoryEnabled: false }, ann);
      const second = await config.setProject('api', { memoryEnabled: true }, ann);
      expect(second.updatedAt).not.toBe(first.updatedAt);
    });

    test('of administrators who change one project at once nobody loses, and the log tells one story', async () => {
      const config = fresh();
      await Promise.all([
        config.setProject('api', { memoryEnabled: false }, ann),
        config.setProject('api', { runtimeInjectEnabled: false }, bob),
        config.setProject('api', { graphEnabled: true }, { actor: 'eve' }),
      ]);
      expect(await config.project('api')).toMatchObject({
        memoryEnabled: false,
        runtimeInjectEnabled: false,
        graphEnabled: true,
      });
      expect((await config.changes()).map(({ actor }) => actor).toSorted()).toEqual(['ann', 'bob', 'eve']);
    });

    test('of two who saw the same version one wins and one is told', async () => {
      const config = fresh();
      const { updatedAt } = await config.setProject('api', { memoryEnabled: false }, ann);
      const both = await Promise.allSettled([
        config.setProject('api', { graphEnabled: true }, { ...ann, expectedUpdatedAt: updatedAt }),
        config.setProject('api', { runtimeInjectEnabled: false }, { ...bob, expectedUpdatedAt: updatedAt }),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(both.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'config-conflict' } });
      expect(await config.changes()).toHaveLength(2);
    });

    test('projects are listed in the order of their ids, page by page', async () => {
      const config = fresh();
      for (const projectId of ['web', null, 'api']) await config.setProject(projectId, { memoryEnabled: false }, ann);
      const first = await config.listProjects({ limit: 2 });
      expect(first.map(({ projectId }) => projectId)).toEqual([null, 'api']);
      const second = await config.listProjects({ limit: 2, after: 'api' });
      expect(second.map(({ projectId }) => projectId)).toEqual(['web']);
      expect(await config.listProjects({ after: null, limit: 1 })).toMatchObject([{ projectId: 'api' }]);
    });
  });

  describe('the graph', () => {
    test.each([
      { toggle: true, plan: true, expected: true },
      { toggle: true, plan: false, expected: true },
      { toggle: false, plan: true, expected: true },
      { toggle: false, plan: false, expected: false },
    ])('is on for a project when its toggle ($toggle) or the plan ($plan) says so [S2-005]', async (corner) => {
      const config = fresh();
      await config.setProject('api', { graphEnabled: corner.toggle }, ann);
      await config.plan.set({ kg_enabled: corner.plan, other_feature: !corner.plan }, ann);
      expect(await config.isGraphEnabledForProject('api')).toBe(corner.expected);
      await config.setProject('api', { memoryEnabled: false }, ann);
      expect(await config.isGraphEnabledForProject('api')).toBe(false);
    });

    test('no organisation-wide switch but the plan turns it on [S2-008]', async () => {
      const config = fresh();
      await config.plan.set({ graph_engine_enabled: true }, ann);
      expect(await config.isGraphEnabledForProject('api')).toBe(false);
    });
  });

  describe('values by work type', () => {
    test('are set, changed and taken back, and each change is logged', async () => {
      const config = fresh();
      expect(await config.budgets.set({ feature: 600, chore: 0 }, ann)).toEqual(['chore', 'feature']);
      expect(await config.budgets.set({ feature: 650, chore: null, spike: null }, bob)).toEqual(['chore', 'feature']);
      expect(await config.budgets.list()).toMatchObject([{ key: 'feature', value: 650, updatedBy: 'bob' }]);
      expect((await config.effective('api')).budgetOverrides).toEqual({ feature: 650 });
      const changes = await config.changes({ subject: 'budget' });
      const values = changes.map(({ actor, field, oldValue, newValue }) => [actor, field, oldValue, newValue]);
      expect(values.slice(0, 2).toSorted(byField)).toEqual([
        ['bob', 'chore', 0, null],
        ['bob', 'feature', 600, 650],
      ]);
      expect(values.slice(2).toSorted(byField)).toEqual([
        ['ann', 'chore', null, 0],
        ['ann', 'feature', null, 600],
      ]);
    });

    test('the recall matrix has its overrides, the plan its features', async () => {
      const config = fresh();
      await config.recallMatrix.set({ chore: true, 'a "quoted" one': false }, ann);
      await config.plan.set({ kg_enabled: true }, ann);
      expect((await config.effective('api')).recallMatrixOverrides).toEqual({ chore: true, 'a "quoted" one': false });
      expect(await config.plan.list()).toMatchObject([{ key: 'kg_enabled', value: true }]);
      expect((await config.changes()).map(({ subject }) => subject).toSorted()).toEqual([
        'plan',
        'recall-matrix',
        'recall-matrix',
      ]);
    });

    test('what changes nothing is neither written nor logged', async () => {
      const config = fresh();
      await config.budgets.set({ feature: 600 }, ann);
      const before = await config.budgets.list();
      expect(await config.budgets.set({ feature: 600, chore: null }, bob)).toEqual([]);
      expect(await config.budgets.list()).toEqual(before);
      expect(await config.changes()).toHaveLength(1);
    });

    test('of administrators who write at once the last one wins, and each log row names what was there before', async () => {
      const config = fresh();
      const values = [100, 200, 300, 400];
      await Promise.all(values.map((feature) => config.budgets.set({ feature, chore: feature }, ann)));
      const changes = (await config.changes()).filter(({ field }) => field === 'feature');
      const chain = new Map(changes.map(({ oldValue, newValue }) => [oldValue, newValue]));
      let last: unknown = null;
      for (let steps = 0; chain.has(last) && steps < values.length; steps += 1) last = chain.get(last);
      expect(changes).toHaveLength(values.length);
      expect(await config.budgets.list()).toMatchObject([{ key: 'chore' }, { key: 'feature', value: last }]);
    });
  });

  test('the change log comes page by page, without a gap or a repetition', async () => {
    const config = fresh();
    for (let n = 0; n < 5; n += 1) await config.budgets.set({ feature: n }, ann);
    const all = await config.changes();
    const first = await config.changes({ limit: 2 });
    const second = await config.changes({ limit: 2, before: first[1]?.id ?? '' });
    const third = await config.changes({ limit: 2, before: second[1]?.id ?? '' });
    expect([...first, ...second, ...third]).toEqual(all);
    expect(await config.changes({ before: '01890a5d-ac96-774b-bcce-b302099a8057' })).toEqual([]);
  });

  test('another organisation sees and changes nothing of it', async () => {
    const [mine, theirs] = [fresh(), fresh()];
    await mine.setProject('api', { memoryEnabled: false }, ann);
    await mine.budgets.set({ feature: 600 }, ann);
    await mine.plan.set({ kg_enabled: true }, ann);
    await theirs.budgets.set({ feature: 700 }, bob);
    expect(await theirs.effective('api')).toMatchObject({
      memoryEnabled: true,
      graph: { enabled: false },
      budgetOverrides: { feature: 700 },
    });
    expect(await theirs.listProjects()).toEqual([]);
    expect(await theirs.changes()).toHaveLength(1);
    expect((await mine.effective('api')).budgetOverrides).toEqual({ feature: 600 });
  });

  test('a change in another process counts after 2 seconds', async () => {
    const clock = createManualClock();
    const here = configOf('org-two-processes', clock);
    const there = configOf('org-two-processes');
    expect(await here.effective('api')).toMatchObject({ runtimeInjectEnabled: true });
    await there.setProject('api', { runtimeInjectEnabled: false }, ann);
    clock.advance(1999);
    expect(await here.effective('api')).toMatchObject({ runtimeInjectEnabled: true });
    clock.advance(1);
    expect(await here.effective('api')).toMatchObject({ runtimeInjectEnabled: false });
  });

  test.each([
    ['no actor', (config: OrgConfig) => config.setProject('api', {}, {} as never)],
    ['a blank actor', (config: OrgConfig) => config.budgets.set({}, { actor: ' ' })],
    ['a project with a control character', (config: OrgConfig) => config.setProject('a\0', {}, ann)],
    ['an unknown field', (config: OrgConfig) => config.setProject('api', { memoryenabled: false } as never, ann)],
    ['a switch that is a text', (config: OrgConfig) => config.setProject('api', { memoryEnabled: 'no' } as never, ann)],
    ['a switch that is null', (config: OrgConfig) => config.setProject('api', { memoryEnabled: null } as never, ann)],
    ['no patch', (config: OrgConfig) => config.setProject('api', null as never, ann)],
    [
      'a version that is no text',
      (config: OrgConfig) => config.setProject('api', {}, { ...ann, expectedUpdatedAt: 7 as never }),
    ],
    ['a budget below 0', (config: OrgConfig) => config.budgets.set({ feature: -1 }, ann)],
    ['a budget with a fraction', (config: OrgConfig) => config.budgets.set({ feature: 1.5 }, ann)],
    ['a budget beyond the column', (config: OrgConfig) => config.budgets.set({ feature: 2 ** 31 }, ann)],
    ['a budget that is a text', (config: OrgConfig) => config.budgets.set({ feature: '600' } as never, ann)],
    ['a matrix entry that is a number', (config: OrgConfig) => config.recallMatrix.set({ chore: 1 } as never, ann)],
    ['a blank work type', (config: OrgConfig) => config.budgets.set({ ' ': 1 }, ann)],
    ['a list as a patch', (config: OrgConfig) => config.budgets.set([1] as never, ann)],
    [
      '101 work types at once',
      (config: OrgConfig) =>
        config.budgets.set(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`w${n}`, n])), ann),
    ],
    ['a limit of 0', (config: OrgConfig) => config.changes({ limit: 0 })],
    ['a limit of 1001', (config: OrgConfig) => config.listProjects({ limit: 1001 })],
    ['a cursor that is no id', (config: OrgConfig) => config.changes({ before: "'; drop table sessions; --" })],
    ['a project that is no text', (config: OrgConfig) => config.effective(7 as never)],
  ])('%s is refused with a code, and nothing is written', async (_what, call) => {
    const config = fresh();
    await expect(call(config)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await config.changes()).toEqual([]);
  });
});
