import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMemory, type OrgMemory, systemClock } from '@inkling/engine';
import { shortIdOf } from '@inkling/engine/testing';
import type { ApiKeyRole, ClaimedSession, GraphNodeInput } from '@inkling/engine/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { createKeyAccess } from '../../src/http/access.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

let app: DaemonApp;
let orgs = 0;
let org: OrgMemory;
let own: string;
let theirs: string;

beforeAll(async () => {
  const database = await openTestDatabase('pglite');
  const keys = await createMemory({ database });
  app = await daemonApp(database, { access: createKeyAccess(keys, systemClock) });
});
afterAll(() => app.memory.close());
beforeEach(async () => {
  org = app.memory.org(`memory-${(orgs += 1)}`);
  own = (await org.observations.remember({ content: 'The ledger queue retries twice.', projectId: 'api' })).id;
  theirs = (await org.observations.remember({ content: 'The ledger queue never waits.', projectId: 'web' })).id;
});

type Ask = (call: string, body?: object) => ReturnType<DaemonApp['ask']>;

/** A caller with a new key of the project `api`. */
async function keyOf(role: ApiKeyRole, agents: readonly string[] = []): Promise<Ask> {
  const { text } = await org.apiKeys.create({ role, name: 'x', createdBy: 'local', agents, projects: ['api'] });
  return (call, body) => app.ask(call, { org: null, headers: { authorization: `Bearer ${text}` }, body });
}

describe('a key of some projects names one memory by its id alone', () => {
  test.each(['member', 'admin'] as const)('to forget it: %s', async (role) => {
    const ask = await keyOf(role);
    const forget = (id: string): ReturnType<Ask> => ask('post /v1/observations/forget', { id });
    for (const id of [theirs, shortIdOf(theirs)]) expect(await forget(id)).toMatchObject({ body: { forgotten: 0 } });
    expect(await forget(shortIdOf(own))).toMatchObject({ body: { forgotten: 1 } });
    expect(await org.observations.get(own)).toBeNull();
    expect(await org.observations.get(theirs)).toMatchObject({ id: theirs });
    await org.sessions.create({ id: 'there', projectId: 'web' });
    const others = [{ projectId: 'web' }, { projectId: null }, { sessionId: 'there' }, { sessionId: 'unknown' }];
    for (const request of [{ all: true }, ...others])
      expect(await ask('post /v1/observations/forget', request)).toMatchObject({ status: 403 });
  });

  test('to ask how far feedback moved it', async () => {
    for (const [projectId, sessionId] of [
      ['api', 'here'],
      ['web', 'there'],
    ] as const) {
      await org.sessions.create({ id: sessionId, projectId });
      await org.recall({ queryText: 'ledger queue', projectId, sessionId, deadlineMs: 60_000 });
    }
    // The log is written behind the answer.
    for (const observationId of [own, theirs])
      await expect.poll(() => org.feedback.rankDelta({ observationId }), { timeout: 30_000 }).toHaveLength(1);
    const member = await keyOf('member');
    const rankDelta = (query: string): ReturnType<Ask> => member(`get /v1/feedback/rank-delta${query}`);
    expect(await rankDelta(`?observationId=${own}`)).toMatchObject({ body: { rows: [{ observationId: own }] } });
    expect(await rankDelta(`?observationId=${theirs}`)).toMatchObject({ body: { rows: [] } });
    expect(await rankDelta('')).toMatchObject({ status: 403 });
  });

  test('to read it with the tool of MCP', async () => {
    const { text } = await org.apiKeys.create({ role: 'agent', name: 'x', createdBy: 'local', projects: ['api'] });
    const client = new Client({ name: 'reader', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      requestInit: { headers: { authorization: `Bearer ${text}` } },
      fetch: (url, init) => app.send(String(url), { ...init, headers: Object.fromEntries(new Headers(init?.headers)) }),
    });
    await client.connect(transport);
    const read = { name: 'get', arguments: { ids: [own, theirs, shortIdOf(theirs)] } };
    expect(await client.callTool(read)).toMatchObject({
      structuredContent: {
        memories: [{ text: expect.stringContaining('twice') }],
        missing: [theirs, shortIdOf(theirs)],
      },
    });
    await org.sessions.create({ id: 'there', projectId: 'web' });
    for (const session of ['there', 'nobody']) {
      const { content } = await client.callTool({ name: 'outcome', arguments: { outcome: 'accepted', session } });
      expect(JSON.stringify(content)).toContain('session-not-found');
    }
    await client.close();
  });

  test('to have it explained who may be shown it', async () => {
    const admin = await keyOf('admin');
    const explain = (observationId: string): ReturnType<Ask> =>
      admin('post /v1/policies/explain', { agentId: 'codex', projectId: 'api', observationId });
    expect(await explain(own)).toMatchObject({ body: { decision: { allowed: true } } });
    for (const id of [theirs, shortIdOf(theirs)]) expect(await explain(id)).toMatchObject({ body: { decision: null } });
    // Also of what the key itself may not be shown: that is what it is asked for.
    const secret = { content: 'The vault key signs it.', projectId: 'api', classification: 'restricted' } as const;
    const { id } = await org.observations.remember(secret);
    expect(await explain(id)).toMatchObject({ body: { decision: { allowed: false, policy: 'default.clearance' } } });
  });
});

test('a key of some projects connects and removes the nodes of its projects, and no others', async () => {
  const node = (projectId: string | null, name: string): GraphNodeInput => ({ projectId, type: 'Module', name });
  const nodes = [node('api', 'queue'), node('api', 'ledger'), node('web', 'page'), node(null, 'shared')];
  const { ids } = await org.graph.upsertNodes(nodes);
  const [queue, ledger, page, shared] = ids;
  const admin = await keyOf('admin');
  const edge = (sourceId?: string, targetId?: string): object => ({ sourceId, targetId, relationshipName: 'calls' });
  const edges = [edge(queue, ledger), edge(queue, page), edge(page, queue), edge(shared, queue)];
  expect(await admin('put /v1/graph/edges', { edges })).toMatchObject({ body: { created: 1, missing: 3 } });
  expect((await org.graph.neighbourhood()).edges).toMatchObject([{ sourceId: queue, targetId: ledger }]);
  await org.sessions.create({ id: 'there', projectId: 'web' });
  const learned = [{ ...edge(ledger, queue), sessionId: 'there' }];
  expect(await admin('put /v1/graph/edges', { edges: learned })).toMatchObject({ status: 403 });
  expect(await admin('post /v1/graph/nodes/remove', { ids })).toMatchObject({ body: { removed: 2 } });
  expect(new Set((await org.graph.neighbourhood()).nodes.map(({ id }) => id))).toEqual(new Set([page, shared]));
});

describe('what a key may not read', () => {
  const [note, clearance] = [
    { content: 'The ledger queue is sealed at night.', projectId: 'api', classification: 'restricted' } as const,
    'permit (principal == Agent::"auditor", action == Action::"read", resource);',
  ];

  test('is in no figure that it is shown, and no row of feedback names it', async () => {
    await org.policies.put('clearance', clearance, { actor: 'ann' });
    const { id } = await org.observations.remember(note);
    const session = { agentId: 'auditor', projectId: 'api', workType: 'feature', workItem: { title: 'ledger queue' } };
    await org.sessions.create({ id: 's', ...session });
    await org.sessions.claim('s', { workerId: 'w' });
    await org.injectContextForClaimedSession('s', { deadlineMs: 60_000 });
    await org.feedback.observation({ observationId: id, agentId: 'auditor', verdict: 'helpful' });
    await expect.poll(() => org.feedback.rankDelta({ observationId: id }), { timeout: 30_000 }).toHaveLength(1);
    interface Figures {
      readonly total: number;
      readonly trends: readonly { readonly created: number }[];
      readonly weights: readonly unknown[];
      readonly lost: readonly { readonly id: string }[];
      readonly rows: readonly unknown[];
    }
    const read = async (ask: Ask): Promise<unknown> => {
      const get = async (path: string): Promise<Figures> => (await ask(`get /v1/${path}`)).body as Figures;
      const change = 'analytics/budget-change?projectId=api&workType=feature&budgetTokens=0';
      return {
        total: (await get('analytics/health?projectId=api')).total,
        created: (await get('analytics/trends?projectId=api&by=agent')).trends.reduce((n, row) => n + row.created, 0),
        changes: (await get('analytics/feedback-impact?projectId=api')).weights.length,
        lost: (await get(change)).lost.map((row) => row.id),
        ranked: (await get(`feedback/rank-delta?observationId=${id}`)).rows.length,
      };
    };
    expect(await read(await keyOf('member'))).toEqual({ total: 1, created: 1, changes: 0, lost: [own], ranked: 0 });
    const auditor = await keyOf('member', ['auditor']);
    const all = { total: 2, created: 2, changes: 1, ranked: 1, lost: expect.arrayContaining([own, id]) };
    expect(await read(auditor)).toEqual(all);
  });

  test('does not move by a row of the injection log that the key writes', async () => {
    const { id } = await org.observations.remember(note);
    await org.sessions.create({ id: 's', agentId: 'bot', projectId: 'api' });
    const claimed = (await org.sessions.claim('s', { workerId: 'w' })) as ClaimedSession;
    const named = { agents: ['bot'], projects: ['api'], createdBy: 'local', name: 'x' };
    const { text } = await org.apiKeys.create({ role: 'worker', ...named });
    const row = { sessionId: 's', projectId: 'api', workType: 'bug_fix', budgetTokens: 100, actualTokens: 50 };
    const given = { observationIds: [id, theirs, own], sessionSummaryIds: [], queryText: 'ledger' };
    const headers = { authorization: `Bearer ${text}` };
    const asked = { org: null, headers, body: { ...row, ...given } };
    expect(await app.ask('post /v1/context-injections', asked)).toMatchObject({ status: 200 });
    const said = { type: 'response', body: { text: `As ${id}, ${theirs} and ${own} say.` } } as const;
    await org.activities.append('s', [said]);
    await org.sessions.complete('s', claimed.lockToken, { outcome: 'accepted' });
    await expect.poll(async () => (await org.observations.get(own))?.weight, { timeout: 30_000 }).toBeGreaterThan(1);
    for (const hidden of [id, theirs]) expect(await org.observations.get(hidden)).toMatchObject({ weight: 1 });
  });

  test('does not move by a block that the key queues, which names it until it is delivered', async () => {
    const { id } = await org.observations.remember(note);
    await org.sessions.create({ id: 's', agentId: 'bot', projectId: 'api' });
    const { lockToken } = (await org.sessions.claim('s', { workerId: 'w' })) as ClaimedSession;
    const named = { agents: ['bot'], projects: ['api'], createdBy: 'local', name: 'x' };
    const { text: secret } = await org.apiKeys.create({ role: 'worker', ...named });
    const headers = { authorization: `Bearer ${secret}` };
    const post = (path: string, body: object): ReturnType<DaemonApp['ask']> =>
      app.ask(`post /v1/sessions/s/${path}`, { org: null, headers, body });
    const forgotten = await org.observations.remember({ content: 'The ledger is gone.', projectId: 'api' });
    await org.observations.forget({ id: forgotten.id });
    const nobody = '0197c0de-1111-7222-8333-944455566677';
    const observationIds = [theirs, own, nobody];
    const queued = await post('injects', { text: 'See the ledger.', observationIds });
    expect(queued).toMatchObject({ body: { inject: { status: 'pending', observationIds } } });
    const gone = await post('injects', { text: 'See what is gone.', observationIds: [forgotten.id] });
    expect(gone).toMatchObject({ body: { inject: { status: 'dropped', dropReason: 'forgotten' } } });
    const beat = (await post('beat', { lockToken })).body as { inject: { deliveryId: string } };
    expect(beat).toMatchObject({ inject: { text: 'See the ledger.', observationIds: [theirs, own, nobody] } });
    await post('injects', { text: 'See the note.', observationIds: [id] });
    const second = await post('beat', { lockToken, ackDeliveryId: beat.inject.deliveryId });
    expect(second).toMatchObject({ body: { outcome: 'nothing' } });
    const said = { type: 'response', body: { text: `As ${id}, ${theirs} and ${own} say.` } } as const;
    await org.activities.append('s', [said]);
    await org.sessions.complete('s', lockToken, { outcome: 'accepted' });
    await expect.poll(async () => (await org.observations.get(own))?.weight, { timeout: 30_000 }).toBeGreaterThan(1);
    for (const hidden of [id, theirs]) expect(await org.observations.get(hidden)).toMatchObject({ weight: 1 });
  });
});
