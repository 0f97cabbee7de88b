import { beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { policyRoutes } from '../../src/http/routes/policies.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const FORBID = 'forbid (principal == Agent::"codex", action, resource);';

describeOnEachDatabase('the routes of policies', (open) => {
  let app: DaemonApp;
  beforeAll(async () => {
    app = await daemonApp(await open());
  });

  test('a policy is stored, listed, decides and is removed', async () => {
    const put = await app.ask('put /v1/policies/codex', { body: { text: FORBID }, role: 'admin' });
    expect(put).toMatchObject({ status: 200, body: { name: 'codex', mode: 'enforce', updatedBy: 'test:admin' } });
    expect(await app.ask('get /v1/policies')).toMatchObject({ body: { policies: [{ name: 'codex', text: FORBID }] } });
    const { id } = await app.memory
      .org('local')
      .observations.remember({ content: 'Ports are pinned.', projectId: 'p' });
    const body = { agentId: 'codex', projectId: 'p', observationId: id };
    const denied = { decision: { allowed: false, policy: 'codex', reason: 'is forbidden by codex' } };
    expect(await app.ask('post /v1/policies/explain', { body })).toMatchObject({ body: denied });
    expect(await app.ask('delete /v1/policies/codex')).toMatchObject({ body: { removed: true } });
    const allowed = { decision: { allowed: true, policy: 'default.same-project' } };
    expect(await app.ask('post /v1/policies/explain', { body })).toMatchObject({ body: allowed });
  });

  test('what does not fit the schema is refused with its place, and a check says so before', async () => {
    const text = 'forbid (principal, action, resource is Observation) when { resource.colour == "red" };';
    const problems = [{ line: 1, message: expect.stringContaining('colour') as string }];
    expect(await app.ask('post /v1/policies/check', { body: { text } })).toMatchObject({ body: { problems } });
    expect(await app.ask('put /v1/policies/colours', { body: { text } })).toMatchObject({
      status: 422,
      body: { error: { code: 'policy-invalid', details: { problems } } },
    });
  });

  test('every operation was asked', () => {
    expect(policyRoutes.map(({ endpoint }) => endpoint.id).filter((id) => !app.seen.has(id))).toEqual([]);
  });
});
