import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

describeOnOneDatabase('the routes of settings', (open, kind) => {
  let app: DaemonApp;
  beforeAll(async () => {
    app = await daemonApp(await open());
  });

  test('a project is switched, and the next version only by who saw this one', async () => {
    const project = '/v1/config/project?projectId=api';
    expect(await app.ask(`get ${project}`)).toMatchObject({ body: { memoryEnabled: true, updatedAt: null } });
    const change = { runtimeInjectEnabled: false, expectedUpdatedAt: null };
    const first = await app.ask(`patch ${project}`, { body: change, role: 'admin' });
    expect(first).toMatchObject({ status: 200, body: { runtimeInjectEnabled: false, updatedBy: 'test:admin' } });
    const late = await app.ask(`patch ${project}`, { body: { ...change, runtimeInjectEnabled: true } });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'config-conflict' } } });
    expect(await app.ask('get /v1/config/effective?projectId=api', { role: 'worker' })).toMatchObject({
      body: { memoryEnabled: true, runtimeInjectEnabled: false, graph: { enabled: false, because: 'not-enabled' } },
    });
  });

  test('the kinds that a project does not capture are set by administrators and known to everybody', async () => {
    const project = '/v1/config/project?projectId=quiet';
    const body = { captureOff: ['exchange'], exchangesPerSession: 20 };
    expect(await app.ask(`patch ${project}`, { body, role: 'admin' })).toMatchObject({
      body: { captureOff: ['exchange'], exchangesPerSession: 20, exchangesPerProject: 100_000 },
    });
    expect(await app.ask('get /v1/config/effective?projectId=quiet', { role: 'worker' })).toMatchObject({
      body: { captureOff: ['exchange'] },
    });
    expect(await app.ask(`patch ${project}`, { body: { exchangesPerSession: 0 } })).toMatchObject({ status: 400 });
  });

  test('projects are listed page by page, what belongs to none first', async () => {
    const org = 'pages';
    await app.ask('patch /v1/config/project', { org, body: { memoryEnabled: false } });
    await app.ask('patch /v1/config/project?projectId=a%2Fb', { org, body: { graphEnabled: true } });
    const first = await app.ask('get /v1/config/projects?limit=1', { org });
    expect(first.body).toMatchObject({ rows: [{ projectId: null }] });
    const second = await app.ask('get /v1/config/projects?after=', { org });
    expect(second.body).toMatchObject({ rows: [{ projectId: 'a/b', graphEnabled: true }] });
  });

  test('budgets are set over the defaults and count in the next block', async () => {
    const org = 'budgets';
    const body = { feature: 600, chore: 0 };
    expect(await app.ask('patch /v1/config/budgets', { org, body })).toMatchObject({
      body: { changed: ['chore', 'feature'] },
    });
    await app.ask('patch /v1/config/budgets', { org, body: { chore: null } });
    expect(await app.ask('get /v1/config/budgets', { org })).toMatchObject({
      body: {
        defaults: { bug_fix: 750, feature: 400, refactor: 600, chore: 300 },
        otherwise: 500,
        overrides: [{ key: 'feature', value: 600, updatedBy: 'test:operator' }],
      },
    });
    const block = await app.ask('post /v1/blocks', {
      org,
      body: { sessionId: 's', workType: 'feature', queryText: 'q' },
    });
    expect(block.body).toMatchObject({ budgetTokens: 600 });
  });

  test('how long observations are kept is set by kind, and taken back', async () => {
    const org = 'retention';
    const retention = '/v1/config/retention';
    expect(await app.ask(`patch ${retention}`, { org, role: 'admin', body: { '*': 365, error: 30 } })).toMatchObject({
      body: { changed: ['*', 'error'] },
    });
    await app.ask(`patch ${retention}`, { org, role: 'admin', body: { error: null } });
    expect(await app.ask(`get ${retention}`, { org, role: 'admin' })).toMatchObject({
      body: { days: [{ key: '*', value: 365, updatedBy: 'test:admin' }] },
    });
    expect(await app.ask(`patch ${retention}`, { org, body: { error: 0 } })).toMatchObject({ status: 400 });
  });

  test("the recall matrix and the plan are the operator's to change, and the change log names them", async () => {
    const org = 'graph';
    expect(await app.ask('patch /v1/config/recall-matrix', { org, body: { chore: true } })).toMatchObject({
      body: { changed: ['chore'] },
    });
    expect(await app.ask('get /v1/config/recall-matrix', { org })).toMatchObject({
      body: { defaults: { chore: false }, otherwise: true, overrides: [{ key: 'chore', value: true }] },
    });
    await app.ask('patch /v1/config/plan', { org, body: { kg_enabled: true } });
    expect(await app.ask('get /v1/config/plan', { org })).toMatchObject({
      body: { features: [{ key: 'kg_enabled', value: true }] },
    });
    expect(await app.ask('get /v1/config/effective', { org })).toMatchObject({
      body: { graph: { enabled: true, because: 'plan' }, recallMatrixOverrides: { chore: true } },
    });
    const changes = await app.ask<{ rows: { id: string }[] }>('get /v1/config/changes?limit=1', { org });
    expect(changes.body.rows).toMatchObject([{ subject: 'plan', field: 'kg_enabled', oldValue: null, newValue: true }]);
    expect(await app.ask('get /v1/config/changes/verify', { org, role: 'admin' })).toMatchObject({
      body: { entries: 2, broken: null },
    });
    const before = changes.body.rows[0]?.id ?? '';
    expect(await app.ask(`get /v1/config/changes?before=${before}`, { org })).toMatchObject({
      body: { rows: [{ subject: 'recall-matrix', field: 'chore' }] },
    });
    expect(await app.ask('get /v1/config/changes', { org: 'another' })).toMatchObject({ body: { rows: [] } });
  });

  test.each([
    ['patch /v1/config/project', { memoryEnabled: 'no' }],
    ['patch /v1/config/project', { memory: false }],
    ['patch /v1/config/project', { memoryEnabled: null }],
    ['patch /v1/config/budgets', { feature: '600' }],
    ['patch /v1/config/budgets', { feature: -1 }],
    ['patch /v1/config/budgets', { feature: 0.5 }],
    ['patch /v1/config/budgets', { '': 1 }],
    ['patch /v1/config/budgets', [1]],
    ['patch /v1/config/budgets', Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`w${n}`, n]))],
    ['patch /v1/config/recall-matrix', { chore: 'on' }],
    ['get /v1/config/changes?before=x', undefined],
    ['get /v1/config/projects?limit=0', undefined],
  ])('%s is refused with %j', async (call, body) => {
    expect(await app.ask(call, { body })).toMatchObject({ status: 400, body: { error: { code: 'invalid-input' } } });
  });

  test(`every operation was asked on ${kind}, and its answer fits the document`, () => {
    expect(unasked('config-routes', app)).toEqual([]);
  });
});
