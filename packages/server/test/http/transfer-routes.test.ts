import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const pair = { sourceProjectId: 'github.com/ada/api', destinationProjectId: 'shop' };

describeOnOneDatabase('the routes of transfer', (open, kind) => {
  let app: DaemonApp;
  beforeAll(async () => {
    app = await daemonApp(await open());
  });

  test('a pair is granted, explained and revoked, in this direction only', async () => {
    for (const projectId of Object.values(pair)) {
      const body = { projectId, technologies: ['npm:hono', 'npm:pg'], manifests: ['package.json'] };
      expect(await app.ask('put /v1/transfer/fingerprint', { body, role: 'admin' })).toMatchObject({ status: 200 });
    }
    expect(await app.ask('get /v1/transfer/fingerprint?projectId=shop', { role: 'member' })).toMatchObject({
      body: { fingerprint: { projectId: 'shop', technologies: ['npm:hono', 'npm:pg'] } },
    });
    expect(await app.ask('get /v1/transfer/fingerprint?projectId=unknown')).toMatchObject({
      body: { fingerprint: null },
    });
    const grant = { body: pair, role: 'admin' as const };
    expect(await app.ask('put /v1/transfer/grants', grant)).toMatchObject({ body: { granted: true } });
    expect(await app.ask('put /v1/transfer/grants', grant)).toMatchObject({ body: { granted: false } });
    expect(await app.ask('get /v1/transfer/grants')).toMatchObject({
      body: { grants: [{ ...pair, grantedBy: 'test:admin' }] },
    });
    // The preview shows what the block of a session would hold: what is granted too.
    const content = 'Retries of the payment queue are capped at five.';
    await app.ask('post /v1/observations', { body: { content, projectId: pair.sourceProjectId } });
    const preview = {
      sessionId: 's',
      workType: 'bug_fix',
      projectId: 'shop',
      queryText: 'cap retries of the payment queue',
    };
    await app.ask('post /v1/warm', { body: { projectId: pair.sourceProjectId } });
    const shown = () => app.ask<{ block: string }>('post /v1/blocks', { body: { ...preview, deadlineMs: 60_000 } });
    expect((await shown()).body.block).toContain('capped at five');
    const why = { granted: true, jaccard: 1, threshold: 0.7, measure: 'jaccard', alike: true, unknownProjects: [] };
    expect(await app.ask('post /v1/transfer/why', { body: pair })).toMatchObject({ body: why });
    const { sourceProjectId, destinationProjectId } = pair;
    const back = { sourceProjectId: destinationProjectId, destinationProjectId: sourceProjectId };
    expect(await app.ask('post /v1/transfer/why', { body: back })).toMatchObject({ body: { granted: false } });
    expect(await app.ask('post /v1/transfer/grants/revoke', { body: pair })).toMatchObject({ body: { revoked: true } });
    expect((await shown()).body.block).toBe('');
    expect(await app.ask('post /v1/transfer/grants/revoke', { body: pair })).toMatchObject({
      body: { revoked: false },
    });
  });

  test('only administrators grant, and a project is no peer of itself', async () => {
    for (const role of ['worker', 'agent', 'member'] as const) {
      expect(await app.ask('put /v1/transfer/grants', { body: pair, role })).toMatchObject({ status: 403 });
    }
    const body = { sourceProjectId: 'shop', destinationProjectId: 'shop' };
    expect(await app.ask('put /v1/transfer/grants', { body })).toMatchObject({ status: 400 });
  });

  test(`every operation was asked on ${kind}`, () => {
    expect(unasked('transfer-routes', app)).toEqual([]);
  });
});
