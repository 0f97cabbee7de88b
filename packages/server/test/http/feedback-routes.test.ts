import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const UNKNOWN = '0197c0de-1111-7222-8333-944455566677';

describeOnOneDatabase('the routes of feedback', (open, kind) => {
  let app: DaemonApp;
  let observationId = '';
  beforeAll(async () => {
    app = await daemonApp(await open());
    ({ id: observationId } = await app.memory.org('local').observations.remember({ content: 'Retries are capped.' }));
  });

  test('a verdict counts once', async () => {
    const body = { observationId, verdict: 'helpful', agentId: 'dev' };
    const first = await app.ask('post /v1/feedback', { body, role: 'agent' });
    expect(first).toMatchObject({ status: 200, body: { applied: true, weight: 1.3 } });
    expect(await app.ask('post /v1/feedback', { body })).toMatchObject({ body: { applied: false, weight: 1.3 } });
    const invented = { ...body, sessionId: 'nobody-has-it' };
    expect(await app.ask('post /v1/feedback', { body: invented })).toMatchObject({
      body: { applied: false, refusal: 'not-given', weight: 1.3 },
    });
  });

  test('what is outdated is valid again when it is remembered again', async () => {
    const statement = { content: 'Retries have no jitter.' };
    const { body } = await app.ask('post /v1/observations', { body: statement });
    const { id } = body as { id: string };
    await app.ask('post /v1/feedback', { body: { observationId: id, verdict: 'outdated' } });
    expect(await app.ask('post /v1/observations', { body: statement })).toMatchObject({
      body: { id, created: false, revived: true, status: 'active' },
    });
  });

  test('an outcome is set, shown and removed by its own address, and no other takes it in silence', async () => {
    const org = app.memory.org('local');
    await org.sessions.create({ id: 'late' });
    const said = await app.ask('put /v1/sessions/late/outcome', { body: { outcome: 'rework' }, role: 'member' });
    expect(said).toMatchObject({ status: 200, body: { outcome: 'rework', source: 'verdict', confidence: 1 } });
    expect(await app.ask('get /v1/sessions/late/outcome', { role: 'member' })).toMatchObject({ body: said.body });
    expect(await app.ask('delete /v1/sessions/late/outcome', { role: 'member' })).toMatchObject({
      body: { outcome: null, source: null },
    });
    expect(await app.ask('put /v1/sessions/late/outcome', { body: { outcome: 'great' } })).toMatchObject({
      status: 400,
    });
    expect(await app.ask('get /v1/sessions/nobody/outcome')).toMatchObject({ status: 404 });
    expect(await app.ask('post /v1/sessions/late/feedback', { body: { outcome: 'accepted' } })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid-input' } },
    });
  });

  test('the outcome of a session is applied again without a change', async () => {
    const org = app.memory.org('local');
    await org.sessions.create({ id: 'ses' });
    const claim = await org.sessions.claim('ses', { workerId: 'w' });
    const lockToken = claim.outcome === 'claimed' ? claim.lockToken : '';
    const end = { lockToken, outcome: 'accepted' };
    expect(await app.ask('post /v1/sessions/ses/complete', { body: end })).toMatchObject({ status: 200 });
    expect(await app.ask('post /v1/sessions/ses/feedback', { role: 'worker' })).toMatchObject({
      status: 200,
      body: { outcome: 'accepted', observations: [], graph: { nodes: 0, edges: 0 } },
    });
    expect(await app.ask('post /v1/sessions/nobody/feedback')).toMatchObject({ status: 404 });
    expect(await app.ask('post /v1/sessions/ses/feedback', { role: 'agent' })).toMatchObject({ status: 403 });
  });

  test.each([
    [{ observationId: 'x', verdict: 'helpful' }, 400],
    [{ observationId: UNKNOWN, verdict: 'great' }, 400],
    [{ observationId: UNKNOWN, verdict: 'helpful' }, 404],
  ])('%j is refused', async (body, status) => {
    expect(await app.ask('post /v1/feedback', { body })).toMatchObject({ status });
  });

  test('what feedback did to ranks is a question', async () => {
    const org = app.memory.org('ranks');
    const { id } = await org.observations.remember({ content: 'Retries are capped at five.', projectId: 'p' });
    await org.recall({ projectId: 'p', sessionId: 's', queryText: 'retries capped five', deadlineMs: 60_000 });
    const rows = async (query = ''): Promise<unknown> =>
      (await app.ask<{ rows: unknown }>(`get /v1/feedback/rank-delta${query}`, { org: 'ranks', role: 'member' })).body
        .rows;
    // Retrievals are logged about a second after they happen.
    await expect
      .poll(() => rows('?sessionId=s'), { timeout: 30_000 })
      .toMatchObject([{ observationId: id, retrievals: 1, injected: 0, meanDelta: 0, meanWeight: 1 }]);
    expect(await rows('?since=2999-01-01T00:00:00Z')).toEqual([]);
    expect(await app.ask('get /v1/feedback/rank-delta?since=yesterday')).toMatchObject({ status: 400 });
    expect(await app.ask('get /v1/feedback/rank-delta', { role: 'agent' })).toMatchObject({ status: 403 });
  });

  test('another organisation cannot judge what it does not have', async () => {
    const body = { observationId, verdict: 'misleading' };
    expect(await app.ask('post /v1/feedback', { body, org: 'stranger' })).toMatchObject({ status: 404 });
    expect((await app.memory.org('local').observations.get(observationId))?.weight).toBe(1.3);
  });

  test(`every operation was asked on ${kind}, and its answer fits the document`, () => {
    expect(unasked('feedback-routes', app)).toEqual([]);
  });
});
