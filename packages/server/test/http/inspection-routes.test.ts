import type { ClaimedSession } from '@inkling/engine/types';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const projectId = 'api';
const LEARNED = 'Retries of the payment client are capped at five attempts.';
const UNKNOWN = '0197c0de-1111-7222-8333-944455566677';

interface Rows {
  readonly rows: readonly Record<string, unknown>[];
}

describeOnOneDatabase('the routes for people who look', (open, kind) => {
  let app: DaemonApp;
  let observationId = '';
  beforeAll(async () => {
    // No test here is about time: on a busy machine a start block may need more than its second, and then there is none.
    app = await daemonApp(await open(), { clock: slowClock });
    const body = { content: LEARNED, projectId, metadata: { paths: ['src/payment.ts'] } };
    observationId = (await app.ask<{ id: string }>('post /v1/observations', { body })).body.id;
    const workItem = { identifier: 'ENG-1', title: 'payment client retries' };
    await app.ask('post /v1/sessions', {
      body: { id: 'ses', projectId, agentId: 'dev', workType: 'feature', workItem },
    });
    await app.ask('post /v1/sessions', {
      body: { id: 'sub', projectId, parent: { sessionId: 'ses', link: 'sub-agent' } },
    });
    // A cold index on a busy machine answers after a start block's second, and then there is no block.
    await app.ask('post /v1/warm', { body: { projectId } });
    const claim = await app.ask<ClaimedSession>('post /v1/sessions/ses/claim', { body: { workerId: 'w' } });
    const injects = async () => (await app.ask<Rows>('get /v1/sessions/ses/injects')).body.rows.length;
    await vi.waitUntil(async () => (await injects()) === 1, { timeout: 20_000 });
    const heartbeat = { lockToken: claim.body.lockToken, ttlMs: 60_000 };
    await app.ask('post /v1/sessions/ses/beat', { body: heartbeat });
  });

  test('a session is told with its block, its delivery, scores and policies', async () => {
    const { body } = await app.ask<Rows>('get /v1/sessions/ses/injections?limit=5', { role: 'member' });
    expect(body.rows).toMatchObject([
      {
        block: { state: 'exact', text: expect.stringContaining(LEARNED) as string },
        delivery: { status: 'delivered', attempts: 1 },
        trace: {
          source: 'session-start',
          rows: [{ id: observationId, policy: expect.stringMatching(/^default\./) as string }],
        },
        memories: [{ id: observationId, excerpt: LEARNED }],
      },
    ]);
    const older = await app.ask<Rows>(`get /v1/sessions/ses/injections?before=${String(body.rows[0]?.['id'])}`);
    expect(older.body.rows).toEqual([]);
  });

  test('its tool calls are told with outcome and latency', async () => {
    const event = { type: 'post-tool-use', sessionId: 'ses', agentId: 'dev', projectId, emittedAt: Date.now() };
    const call = { toolName: 'Edit', toolInput: { file_path: 'src/payment.ts' } };
    const { body } = await app.ask<{ outcome: string }>('post /v1/events', {
      body: { ...event, ...call },
      role: 'agent',
    });
    const events = async () => (await app.ask<Rows>('get /v1/sessions/ses/verb-events')).body.rows;
    await expect
      .poll(events, { timeout: 20_000 })
      .toMatchObject([{ tool: 'Edit', path: 'src/payment.ts', outcome: body.outcome }]);
  });

  test('the live sessions are a graph, and a list is narrowed', async () => {
    const facet = { type: 'context', body: { key: 'currentFile', value: 'src/payment.ts' } };
    await app.ask('post /v1/sessions/sub/activities', { body: { activities: [facet] } });
    const graph = await app.ask<{ nodes: Record<string, unknown>[] }>('get /v1/topology?projectId=api&limit=10');
    expect(graph.body).toMatchObject({ edges: [{ from: 'ses', to: 'sub', link: 'sub-agent' }], hasMore: false });
    const sub = graph.body.nodes.find(({ sessionId }) => sessionId === 'sub');
    expect(sub).toMatchObject({ status: 'queued', currentFile: { value: 'src/payment.ts' } });
    const ids = async (query: string) =>
      (await app.ask<Rows>(`get /v1/sessions?${query}`)).body.rows.map(({ id }) => id);
    expect(await ids('text=eng-1&status=live&workType=feature&since=2020-01-01')).toEqual(['ses']);
    expect(await ids('status=live')).toHaveLength(2);
    expect(await ids('status=completed')).toEqual([]);
  });

  test('projects are told by id, page by page', async () => {
    const projects = (query: string, org = 'local') => app.ask(`get /v1/projects${query}`, { role: 'member', org });
    expect(await projects('')).toMatchObject({ body: { projectIds: ['api'], hasMore: false } });
    expect(await projects('?after=api&limit=1')).toMatchObject({ body: { projectIds: [], hasMore: false } });
    expect(await projects('', 'stranger')).toMatchObject({ body: { projectIds: [] } });
    expect(await app.ask('get /v1/projects', { role: 'agent' })).toMatchObject({ status: 403 });
  });

  describe('an observation', () => {
    test('is pinned by members, classified by administrators, and the log tells it', async () => {
      const pin = `put /v1/observations/${observationId}/pin`;
      expect(await app.ask(pin, { body: { pinned: true }, role: 'member' })).toMatchObject({
        body: { changed: true, observation: { pinned: true } },
      });
      const classify = `put /v1/observations/${observationId}/classification`;
      const body = { classification: 'confidential' };
      expect(await app.ask(classify, { body, role: 'member' })).toMatchObject({ status: 403 });
      expect(await app.ask(classify, { body, role: 'admin' })).toMatchObject({ body: { changed: true } });
      const changes = await app.ask<Rows>(`get /v1/config/changes?subject=observation:${observationId}`);
      expect(changes.body.rows).toMatchObject([
        { actor: 'test:admin', field: 'classification', newValue: 'confidential' },
        { actor: 'test:member', field: 'pinned', newValue: true },
      ]);
      const listed = await app.ask<Rows>(
        'get /v1/observations?pinned=true&classification=confidential&minWeight=0.5&maxWeight=1.5',
      );
      expect(listed.body.rows).toMatchObject([{ id: observationId }]);
      expect(await app.ask('get /v1/observations/count?pinned=false')).toMatchObject({ body: { count: 0 } });
    });

    test('has a chain of corrections and a history of its weight', async () => {
      const { body } = await app.ask<{ id: string }>('post /v1/observations', {
        body: { content: 'Ports are random.' },
      });
      const next = await app.ask<{ id: string }>(`post /v1/observations/${body.id}/supersede`, {
        body: { content: 'Ports are pinned.' },
      });
      const chain = await app.ask<Rows>(`get /v1/observations/${body.id}/chain`, { role: 'agent' });
      expect(new Set(chain.body.rows.map(({ id }) => id))).toEqual(new Set([body.id, next.body.id]));
      await app.ask('post /v1/feedback', { body: { observationId: next.body.id, verdict: 'helpful' } });
      const history = await app.ask<Rows>(`get /v1/observations/${next.body.id}/weight-history?limit=5`);
      expect(history.body.rows).toMatchObject([{ cause: 'helpful', evidence: 'explicit', oldWeight: 1 }]);
    });

    test('that there is not is not found', async () => {
      for (const [call, body] of [
        ['pin', { pinned: true }],
        ['classification', { classification: 'public' }],
      ] as const) {
        expect(await app.ask(`put /v1/observations/${UNKNOWN}/${call}`, { body })).toMatchObject({ status: 404 });
        const foreign = { body, org: 'stranger' };
        expect(await app.ask(`put /v1/observations/${observationId}/${call}`, foreign)).toMatchObject({ status: 404 });
      }
    });
  });

  test('the graph is told around a name', async () => {
    const nodes = [{ type: 'Service', name: 'PaymentClient', projectId, metadata: { paths: ['src/payment.ts'] } }];
    await app.ask('put /v1/graph/nodes', { body: { nodes } });
    const body = { queryText: 'PaymentClient', projectId, depth: 1, limit: 10 };
    expect(await app.ask('post /v1/graph/neighbourhood', { body, role: 'member' })).toMatchObject({
      body: {
        nodes: [{ name: 'PaymentClient', distance: 0, metadata: { paths: ['src/payment.ts'] } }],
        edges: [],
        hasMore: false,
      },
    });
    expect(await app.ask('post /v1/graph/neighbourhood', { body, role: 'agent' })).toMatchObject({ status: 403 });
  });

  test.each([
    'feedback-impact',
    'context-budget?level=tokens',
    'budget-change?workType=feature&budgetTokens=800&limit=10',
    'latency?bucket=hour&since=2026-11-01T00:00:00Z&until=2026-11-03T00:00:00Z',
    'top-observations?order=bottom&limit=5',
    'drift?limit=5',
    'coverage?under=src&depth=1&limit=5',
    'trends?by=agent',
    'health?projectId=',
    'did-it-help?projectId=api',
  ])('/v1/analytics/%s answers people, and nobody else', async (call) => {
    expect(await app.ask(`get /v1/analytics/${call}`, { role: 'member' })).toMatchObject({ status: 200 });
    expect(await app.ask(`get /v1/analytics/${call}`, { role: 'worker' })).toMatchObject({ status: 403 });
  });

  test('figures are those of the session that was played', async () => {
    const budget = await app.ask<{ points: object[] }>('get /v1/analytics/context-budget?projectId=api');
    expect(budget.body.points).toMatchObject([
      { source: 'session-start', workType: 'feature', level: 400, sessions: 1 },
    ]);
    const change = await app.ask('get /v1/analytics/budget-change?workType=feature&budgetTokens=10');
    expect(change.body).toMatchObject({ blocks: 1, lost: [{ id: observationId, blocks: 1 }] });
    const top = await app.ask('get /v1/analytics/top-observations?projectId=api');
    expect(top.body).toMatchObject({ observations: [{ id: observationId, injections: 1 }] });
    const stranger = await app.ask('get /v1/analytics/context-budget', { org: 'stranger' });
    expect(stranger.body).toMatchObject({ points: [] });
  });

  test.each([
    'get /v1/sessions/ses/injections?limit=101',
    'get /v1/sessions/ses/injections?before=x',
    'get /v1/sessions/ses/verb-events?limit=0',
    'get /v1/topology?limit=501',
    'get /v1/projects?limit=1001',
    'get /v1/topology?endedSince=soon',
    'get /v1/sessions?status=alive',
    'get /v1/sessions?since=soon',
    'get /v1/observations?pinned=yes',
    'get /v1/observations?minWeight=3',
    'get /v1/observations/x/chain',
    'get /v1/analytics/latency?bucket=minute',
    'get /v1/analytics/latency?since=2020-01-01',
    'get /v1/analytics/trends',
    'get /v1/analytics/budget-change?workType=feature',
    'get /v1/analytics/coverage?depth=9',
  ])('%s is refused', async (call) => {
    expect(await app.ask(call)).toMatchObject({ status: 400, body: { error: { code: 'invalid-input' } } });
  });

  test(`every operation was asked on ${kind}, and its answer fits the document`, () => {
    expect(unasked('inspection-routes', app)).toEqual([]);
  });
});
