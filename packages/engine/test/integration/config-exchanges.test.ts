import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { createOrgConfig, type OrgConfig } from '../../src/memory/config/org-config.ts';
import { createManualClock } from '../manual-clock.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const ann = { actor: 'ann' };
const bob = { actor: 'bob' };

describeOnEachDatabase('what a project captures and how many exchanges it keeps', (open) => {
  let database: Database;
  let orgs = 0;
  beforeAll(async () => {
    database = await open();
  });
  const fresh = (): OrgConfig =>
    createOrgConfig({ tenant: database.tenant(`talk-${(orgs += 1)}`), clock: createManualClock() });

  test('the kinds that are not captured are one list: the same ones in another order are no change', async () => {
    const config = fresh();
    const stored = await config.setProject('api', { captureOff: ['exchange', 'error', 'exchange'] }, ann);
    expect(stored.captureOff).toEqual(['error', 'exchange']);
    expect(await config.setProject('api', { captureOff: ['exchange', 'error'] }, bob)).toEqual(stored);
    expect((await config.effective('api')).captureOff).toEqual(['error', 'exchange']);
    await config.setProject('api', { captureOff: [], exchangesPerSession: 50, exchangesPerProject: 2000 }, bob);
    expect(await config.listProjects()).toMatchObject([
      { captureOff: [], exchangesPerSession: 50, exchangesPerProject: 2000 },
    ]);
    const changes = await config.changes();
    expect(
      changes.map((change) => JSON.stringify([change.field, change.oldValue, change.newValue])).toSorted(),
    ).toEqual([
      '["captureOff",["error","exchange"],[]]',
      '["captureOff",[],["error","exchange"]]',
      '["exchangesPerProject",100000,2000]',
      '["exchangesPerSession",200,50]',
    ]);
  });

  test.each([
    { captureOff: 'exchange' },
    { captureOff: [''] },
    { captureOff: [7] },
    { captureOff: null },
    { exchangesPerSession: 0 },
    { exchangesPerProject: 1.5 },
    { exchangesPerProject: 10_000_001 },
  ])('%j is refused, and nothing is written', async (patch) => {
    const config = fresh();
    await expect(config.setProject('api', patch as never, ann)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await config.listProjects()).toEqual([]);
  });
});
