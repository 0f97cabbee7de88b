import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const FORBID = 'forbid (principal == Agent::"codex", action, resource);';

describeOnOneDatabase('the routes of policies', (open) => {
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

  test('a description is decided on, also by a policy that is not stored', async () => {
    const body = { agentId: 'claude', projectId: 'p', resource: { type: 'graph-node', kind: 'Database' } };
    const policies = [
      { name: 'draft', text: '@id("db") forbid (principal, action, resource is GraphNode);', mode: 'enforce' },
    ];
    const decision = { allowed: true, policy: 'default.same-project' };
    expect(await app.ask('post /v1/policies/test', { body })).toMatchObject({ status: 200, body: { decision } });
    expect(await app.ask('post /v1/policies/test', { body: { ...body, policies } })).toMatchObject({
      body: { decision: { allowed: false, policy: 'draft.db', reason: 'is forbidden by draft.db' } },
    });
    expect(await app.ask('get /v1/policies')).toMatchObject({ body: { policies: [] } });
    const broken = { ...body, policies: [{ name: 'draft', text: 'forbid (', mode: 'enforce' }] };
    expect(await app.ask('post /v1/policies/test', { body: broken })).toMatchObject({
      status: 422,
      body: { error: { code: 'policy-invalid' } },
    });
    expect(await app.ask('post /v1/policies/test', { body, role: 'agent' })).toMatchObject({ status: 403 });
  });

  test('what is kept from a session, and from a question, is named by its id and its policy', async () => {
    const org = app.memory.org('local');
    const { id } = await org.observations.remember({
      content: 'The ledger key is kept in the vault.',
      projectId: 'q',
      classification: 'restricted',
    });
    const workItem = { title: 'Where is the ledger key kept?' };
    await org.sessions.create({ id: 'ses/1', projectId: 'q', agentId: 'claude', workType: 'bug_fix', workItem });
    const denied = [{ type: 'observation', id, decision: { allowed: false, policy: 'default.clearance' } }];
    const bySession = await app.ask('post /v1/policies/denials', { body: { sessionId: 'ses/1' } });
    expect(bySession).toMatchObject({ status: 200, body: { agentId: 'claude', projectId: 'q', denied, allowed: [] } });
    const body = { queryText: 'Where is the ledger key kept?', projectId: 'q' };
    expect(await app.ask('post /v1/policies/denials', { body })).toMatchObject({ body: { denied } });
    expect(JSON.stringify(bySession.body)).not.toContain('vault');
    expect(await app.ask('post /v1/policies/denials', { body: { sessionId: 'nobody' } })).toMatchObject({
      status: 404,
    });
    expect(await org.feedback.rankDelta()).toEqual([]);
  });

  test('a key of some role is decided on', async () => {
    const body = { action: 'manageKeys', role: 'member' };
    const decision = { allowed: false, policy: null, reason: 'is not for the role member' };
    expect(await app.ask('post /v1/policies/administration', { body })).toMatchObject({
      status: 200,
      body: { decision },
    });
  });

  test('every operation was asked', () => {
    expect(unasked('policy-routes', app)).toEqual([]);
  });
});
