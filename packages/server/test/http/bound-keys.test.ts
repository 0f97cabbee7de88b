import { createMemory, type OrgMemory, systemClock } from '@inkling/engine';
import { shortIdOf } from '@inkling/engine/testing';
import type { ApiKeyInput, ClaimedSession } from '@inkling/engine/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { createClient } from '../../src/client/client.ts';
import { createHttpMemory } from '../../src/client/http-memory.ts';
import { createKeyAccess } from '../../src/http/access.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const FORBIDDEN = { status: 403, body: { error: { code: 'forbidden' } } };
const NOT_FOUND = { status: 404, body: { error: { code: 'observation-not-found' } } };
const SECRET = 'The settlement batch is signed with the vault key.';
const CLEARANCE = 'permit (principal == Agent::"auditor", action == Action::"read", resource);';

let app: DaemonApp;
let orgs = 0;
let org: OrgMemory;

beforeAll(async () => {
  const database = await openTestDatabase('pglite');
  const keys = await createMemory({ database });
  app = await daemonApp(database, { access: createKeyAccess(keys, systemClock) });
});
afterAll(() => app.memory.close());
beforeEach(() => {
  org = app.memory.org(`keys-${(orgs += 1)}`);
});

type Ask = (call: string, body?: object) => ReturnType<DaemonApp['ask']>;

/** A caller with a new key. */
async function caller(input: Partial<ApiKeyInput> = {}): Promise<Ask & { readonly text: string; readonly id: string }> {
  const { text, id } = await org.apiKeys.create({ role: 'agent', name: 'x', createdBy: 'local', ...input });
  const ask: Ask = (call, body) => app.ask(call, { org: null, headers: { authorization: `Bearer ${text}` }, body });
  return Object.assign(ask, { text, id });
}

const restricted = async (): Promise<string> => {
  await org.policies.put('clearance', CLEARANCE, { actor: 'ann' });
  const fields = { projectId: 'api', agentId: 'git', classification: 'restricted' } as const;
  return (await org.observations.remember({ content: SECRET, ...fields })).id;
};

const question = { queryText: 'settlement batch vault key', projectId: 'api', deadlineMs: 60_000 };

test('a key that a command makes through a daemon is bound as it says', async () => {
  const { text: secret } = await org.apiKeys.create({ role: 'admin', name: 'commands', createdBy: 'local' });
  const fetch: typeof globalThis.fetch = (url, init) => app.send(String(url).replace('http://127.0.0.1', ''), init);
  const client = createClient({ url: 'http://127.0.0.1', secret, fetch });
  const bound = { role: 'agent', name: 'reviewer', agents: ['reviewer'], projects: ['api'] } as const;
  const commands = createHttpMemory(client);
  await commands.apiKeys.create({ ...bound, createdBy: 'local' });
  await commands.apiKeys.create({ role: 'worker', name: 'free', createdBy: 'local' });
  const [free, reviewer] = await org.apiKeys.list();
  expect([reviewer, free]).toMatchObject([bound, { agents: [], projects: null }]);
});

test('a key that is bound to projects is told which they are, and no others', async () => {
  for (const projectId of ['api', 'web']) await org.observations.remember({ content: `Of ${projectId}.`, projectId });
  const member = await caller({ role: 'member', projects: ['docs', 'api'] });
  const projects = async (query = ''): Promise<unknown> => (await member(`get /v1/projects${query}`)).body;
  expect(await projects()).toEqual({ projectIds: ['api', 'docs'], hasMore: false });
  expect(await projects('?limit=1')).toEqual({ projectIds: ['api'], hasMore: true });
  expect(await projects('?after=api')).toEqual({ projectIds: ['docs'], hasMore: false });
});

describe('who asks', () => {
  test('is the agent of the key, whatever the request says', async () => {
    await restricted();
    const codex = await caller({ agents: ['codex'] });
    const plain = await caller();
    const auditor = await caller({ agents: ['auditor', 'codex'] });
    for (const ask of [codex, plain]) {
      expect(await ask('post /v1/recall', { ...question, agentId: 'auditor' })).toMatchObject(FORBIDDEN);
      expect(
        await ask('post /v1/blocks', { ...question, sessionId: 'x', workType: '', agentId: 'auditor' }),
      ).toMatchObject(FORBIDDEN);
      expect(await ask('post /v1/graph/search', { ...question, agentId: 'auditor' })).toMatchObject(FORBIDDEN);
      expect(await ask('post /v1/recall', question)).toMatchObject({ status: 200, body: { rows: [] } });
      expect(await ask('post /mcp?agent=auditor', {})).toMatchObject(FORBIDDEN);
    }
    expect(await auditor('post /v1/recall', question)).toMatchObject({
      body: { rows: [{ observation: { content: SECRET } }] },
    });
    expect(await auditor('post /v1/recall', { ...question, agentId: 'codex' })).toMatchObject({ body: { rows: [] } });
  });

  test('runs the sessions of its agents only, and reports nothing into others', async () => {
    await org.sessions.create({ id: 'theirs', agentId: 'auditor', projectId: 'api' });
    await org.sessions.create({ id: 'own', agentId: 'codex', projectId: 'api' });
    const codex = await caller({ role: 'worker', agents: ['codex'] });
    expect(await codex('post /v1/sessions', { id: 'new', agentId: 'auditor' })).toMatchObject(FORBIDDEN);
    expect(await codex('post /v1/sessions/theirs/claim', { workerId: 'w' })).toMatchObject(FORBIDDEN);
    expect(await codex('post /v1/sessions/theirs/injects', { text: 'x' })).toMatchObject(FORBIDDEN);
    expect(await codex('post /v1/hooks/claude-code', {})).toMatchObject(FORBIDDEN);
    const next = (): ReturnType<Ask> => codex('post /v1/sessions/claim-next', { workerId: 'w' });
    expect(await next()).toMatchObject({ body: { claimed: { session: { id: 'own' } } } });
    expect(await next()).toMatchObject({ body: { claimed: null } });
    expect(await codex('post /v1/sessions', { id: 'mine' })).toMatchObject({ body: { session: { agentId: 'codex' } } });
  });

  test('acknowledges a block with the lock of its session only', async () => {
    await org.sessions.create({ id: 's', agentId: 'codex' });
    const one = await caller({ role: 'worker', agents: ['codex'] });
    const other = await caller({ role: 'worker', agents: ['codex'] });
    const { body } = (await one('post /v1/sessions/s/claim', { workerId: 'w' })) as { body: unknown };
    const { lockToken } = body as ClaimedSession;
    await one('post /v1/sessions/s/injects', { text: 'a block' });
    await one('post /v1/sessions/s/beat', { lockToken, ttlMs: 60_000 });
    const [row] = await org.listMemoryInjects('s');
    const ack = `post /v1/sessions/s/injects/${row?.deliveryId}/ack`;
    const guessed = { lockToken: '0197c0de-1111-7222-8333-944455566677' };
    expect(await other(ack, guessed)).toMatchObject({ body: { outcome: 'lock-lost' } });
    expect(await org.listMemoryInjects('s')).toMatchObject([{ status: 'delivered' }]);
    expect(await one(ack, { lockToken })).toMatchObject({ body: { outcome: 'acked' } });
  });

  test('takes no block that was made for another agent, though people see its sessions', async () => {
    await restricted();
    const workItem = { title: 'settlement batch vault key' };
    await org.sessions.create({ id: 's', agentId: 'auditor', projectId: 'api', workType: 'feature', workItem });
    const claimed = (await org.sessions.claim('s', { workerId: 'w' })) as ClaimedSession;
    await org.injectContextForClaimedSession('s', { deadlineMs: 60_000 });
    for (const bound of [{ agents: ['bot'], projects: ['api'] }, { agents: ['bot'] }, {}] as Partial<ApiKeyInput>[]) {
      const admin = await caller({ role: 'admin', ...bound });
      expect(await admin('get /v1/sessions/s')).toMatchObject({ status: 200 });
      expect(await admin('post /v1/sessions/s/claim', { workerId: 'x' })).toMatchObject(FORBIDDEN);
      const { lockToken } = claimed;
      expect(await admin('post /v1/sessions/s/beat', { lockToken, ttlMs: 60_000 })).toMatchObject(FORBIDDEN);
      const agentId = bound.agents?.[0] ?? `key:${admin.id}`;
      const call = { type: 'pre-tool-use', toolName: 'Read', toolInput: {}, emittedAt: 1 };
      const event = { ...call, sessionId: 's', projectId: 'api', agentId };
      expect(await admin('post /v1/events', event)).toMatchObject(FORBIDDEN);
    }
    const auditor = await caller({ role: 'worker', agents: ['auditor'] });
    const beat = await auditor('post /v1/sessions/s/beat', { lockToken: claimed.lockToken, ttlMs: 60_000 });
    expect(JSON.stringify(beat)).toContain(SECRET);
  });

  test('is let go from a stream when another agent claims the session', async () => {
    await org.sessions.create({ id: 's' });
    await org.activities.append('s', [{ type: 'thought', body: { text: 'one' } }]);
    const key = await caller({ role: 'worker', agents: ['bot'] });
    const headers = { authorization: `Bearer ${key.text}` };
    const response = await app.send('/v1/sessions/s/activities/stream', { headers });
    for await (const _chunk of response.body ?? [])
      await org.sessions.claim('s', { workerId: 'w', agentId: 'auditor' });
    expect(await key('get /v1/sessions/s')).toMatchObject(FORBIDDEN);
  });

  test('is let go from a stream when its key is revoked', async () => {
    await org.sessions.create({ id: 's' });
    await org.activities.append('s', [{ type: 'thought', body: { text: 'one' } }]);
    const key = await caller();
    const headers = { authorization: `Bearer ${key.text}` };
    const response = await app.send('/v1/sessions/s/activities/stream', { headers });
    const events: string[] = [];
    for await (const chunk of response.body ?? []) {
      events.push(new TextDecoder().decode(chunk));
      await org.apiKeys.revoke(key.id);
    }
    expect(events.join('')).toContain('"one"');
  });
});

const hintOf = (words: string): unknown => expect.stringContaining(words);

describe('a key of some projects', () => {
  test('reads and writes nothing of others, also where a request names none', async () => {
    const remember = async (projectId: string | null): Promise<string> =>
      (await org.observations.remember({ content: `Ledger queue worker retries of ${projectId}.`, projectId })).id;
    const [own, theirs, nobodys] = [await remember('api'), await remember('web'), await remember(null)];
    const key = await caller({ agents: ['codex'], projects: ['api'] });
    for (const id of [theirs, nobodys]) expect(await key(`get /v1/observations/${id}`)).toMatchObject(NOT_FOUND);
    expect(await key(`get /v1/observations/${own}`)).toMatchObject({ status: 200 });
    expect(await key('get /v1/observations')).toMatchObject(FORBIDDEN);
    expect(await key('get /v1/observations?projectId=api')).toMatchObject({ body: { rows: [{ id: own }] } });
    const ask = { queryText: 'ledger queue worker retries', deadlineMs: 60_000 };
    expect(await key('post /v1/recall', ask)).toMatchObject(FORBIDDEN);
    expect(await key('post /v1/recall', { ...ask, projectId: 'web' })).toMatchObject(FORBIDDEN);
    expect(await key('post /v1/recall', { ...ask, projectId: 'api', scope: 'org' })).toMatchObject(FORBIDDEN);
    expect(await key('post /v1/recall', { ...ask, projectId: 'api' })).toMatchObject({ body: { rows: [{}] } });
    expect(await key('post /v1/observations', { content: 'x', projectId: 'web' })).toMatchObject(FORBIDDEN);
    const rows = {
      observations: [
        { content: 'x', projectId: 'api' },
        { content: 'y', projectId: 'web' },
      ],
    };
    expect(await key('post /v1/observations/batch', rows)).toMatchObject(FORBIDDEN);
    expect(await key('post /v1/feedback', { observationId: theirs, verdict: 'outdated' })).toMatchObject(NOT_FOUND);
    expect(await key('post /mcp?project=web', {})).toMatchObject(FORBIDDEN);
    await org.sessions.create({ id: 's', projectId: 'web' });
    expect(await key('get /v1/sessions/s')).toMatchObject({ status: 404 });
    expect(await key('get /v1/sessions')).toMatchObject({
      body: { error: { hint: hintOf('Name one of its projects') } },
    });
    const worker = await caller({ role: 'worker', projects: ['api'] });
    const refused = { ...FORBIDDEN, body: { error: { hint: hintOf('a key that is bound to no projects') } } };
    expect(await worker('get /v1/injects/state')).toMatchObject(refused);
  });
});

test('a key of some projects links no talks in others', async () => {
  const admin = await caller({ role: 'admin', projects: ['api'] });
  const amends = (projectId: string): object => ({
    rows: [
      {
        ...{ content: 'User: it is ten', kind: 'exchange', projectId: 'api', sessionId: 'later' },
        amends: [{ sessionId: 'first', projectId, amendedAt: '2026-02-01T00:00:00.000Z' }],
      },
    ],
  });
  expect(await admin('post /v1/observations/import', amends('web'))).toMatchObject(FORBIDDEN);
  expect(await admin('post /v1/observations/import', amends('api'))).toMatchObject({ body: { imported: 1 } });
});

describe('a write', () => {
  test('to what may not be read finds nothing to write to', async () => {
    const id = await restricted();
    const codex = await caller({ agents: ['codex'] });
    const admin = await caller({ role: 'admin' });
    expect(await codex('post /v1/feedback', { observationId: id, verdict: 'outdated' })).toMatchObject(NOT_FOUND);
    expect(await codex(`post /v1/observations/${id}/supersede`, { content: 'The batch is unsigned.' })).toMatchObject(
      NOT_FOUND,
    );
    expect(await admin(`put /v1/observations/${id}/pin`, { pinned: true })).toMatchObject(NOT_FOUND);
    expect(await admin(`put /v1/observations/${id}/classification`, { classification: 'public' })).toMatchObject(
      NOT_FOUND,
    );
    expect(await admin('post /v1/observations/forget', { id })).toMatchObject({ body: { forgotten: 0 } });
    // By its short id it answers as one that nobody has.
    const short = shortIdOf(id);
    for (const named of [short, 'zzzzzzzz']) {
      const unknown = { status: 404, body: { error: { code: 'observation-not-found', details: { id: named } } } };
      expect(await codex('post /v1/feedback', { observationId: named, verdict: 'outdated' })).toMatchObject(unknown);
      expect(await codex(`get /v1/observations/${named}`)).toMatchObject(unknown);
      expect(await codex(`get /v1/observations/${named}/chain`)).toMatchObject({ body: { rows: [] } });
      expect(await admin(`put /v1/observations/${named}/pin`, { pinned: true })).toMatchObject(unknown);
      expect(await admin('post /v1/observations/forget', { id: named })).toMatchObject({ body: { forgotten: 0 } });
    }
    expect(await org.observations.get(id)).toMatchObject({
      supersededBy: null,
      validTo: null,
      classification: 'restricted',
    });
  });

  test('of what no database holds is refused, and a word that is too long finds nothing', async () => {
    const member = await caller({ role: 'member' });
    await org.sessions.create({ id: 'odd', projectId: 'api' });
    expect(await member('put /v1/sessions/odd/outcome', { outcome: 'accepted', reason: '\0' })).toMatchObject({
      status: 400,
    });
    expect(await member('get /v1/feedback/rank-delta?since=0000-02-30')).toMatchObject({ status: 400 });
    const queryText = 'x'.repeat(3000);
    expect(await member('post /v1/graph/search', { queryText, projectId: 'api' })).toMatchObject({ status: 200 });
  });

  test.each([{ sessionId: 'night' }, { projectId: 'api' }, { all: true }])(
    'forgetting takes only what its caller may read: %o',
    async (request) => {
      const id = await restricted();
      const session = { projectId: 'api', sessionId: 'night' };
      await org.observations.supersede(id, `${SECRET} Daily.`, { sessionId: 'night' });
      const plain = await org.observations.remember({ content: 'Batches are sent at night.', ...session });
      const member = await caller({ role: 'member' });
      expect(await member('post /v1/observations/forget', request)).toMatchObject({ body: { forgotten: 1 } });
      expect(await org.observations.get(plain.id)).toBeNull();
      expect(await org.observations.count({ classification: 'restricted' })).toBe(2);
      expect(await org.observations.forget({ projectId: 'api' })).toEqual({ forgotten: 2 });
    },
  );

  test.each([
    ['a pin', { pinned: true }],
    ['a classification', { classification: 'public' }],
    ['a weight', { weight: 2 }],
    ['the name of another', { agentId: 'ann' }],
    ['a history', { kind: 'commit', source: 'import' }],
    ['a talk', { kind: 'exchange', source: 'auto-capture', metadata: { capture: { detector: 'exchange' } } }],
  ])('does not claim %s that its caller may not give, through any door', async (_name, claim) => {
    const { id } = await org.observations.remember({ content: 'Port is 8080.', projectId: 'api', agentId: 'git' });
    const codex = await caller({ agents: ['codex'] });
    const statement = { content: 'Port is 9090.', projectId: 'api', ...claim };
    const { content, ...claims } = { content: statement.content, ...claim };
    expect(await codex('post /v1/observations', statement)).toMatchObject(FORBIDDEN);
    expect(
      await codex('post /v1/observations/batch', { observations: [{ content: 'fine' }, statement] }),
    ).toMatchObject(FORBIDDEN);
    expect(await codex('post /v1/captures', statement)).toMatchObject(FORBIDDEN);
    const superseded = await codex(`post /v1/observations/${id}/supersede`, { content, ...claims });
    // The way out is the field, not the organisation's policies.
    const hint = expect.stringMatching(new RegExp(`^Leave .*${Object.keys(claim).at(-1)}.* out`));
    expect(superseded).toMatchObject({ ...FORBIDDEN, body: { error: { hint } } });
    const forbidden = `forbid (principal, action in [Action::"pin", Action::"classify", Action::"weigh"], resource);`;
    const admin = await caller({ role: 'admin' });
    if (!('agentId' in claim || 'source' in claim)) {
      await org.policies.put('guard', forbidden, { actor: 'ann' });
      expect(await admin('post /v1/observations/import', { rows: [statement] })).toMatchObject(FORBIDDEN);
      expect(await admin('post /v1/observations', statement)).toMatchObject(FORBIDDEN);
      await org.policies.remove('guard', { actor: 'ann' });
    }
    expect(await admin('post /v1/observations', statement)).toMatchObject({ status: 200, body: { created: true } });
  });

  test('replaces another agent’s decision, or what is pinned, only for who may amend', async () => {
    const decided = await org.observations.remember({ content: 'We use pnpm.', kind: 'decision', agentId: 'claude' });
    const noted = await org.observations.remember({ content: 'The port was 8080.', agentId: 'claude' });
    const codex = await caller({ agents: ['codex'] });
    const member = await caller({ role: 'member' });
    const outdated = { observationId: decided.id, verdict: 'outdated' };
    expect(await codex('post /v1/feedback', outdated)).toMatchObject(FORBIDDEN);
    expect(await codex(`post /v1/observations/${decided.id}/supersede`, { content: 'We use npm.' })).toMatchObject(
      FORBIDDEN,
    );
    expect(await codex('post /v1/feedback', { ...outdated, verdict: 'helpful' })).toMatchObject({
      body: { applied: true },
    });
    const corrected = await codex(`post /v1/observations/${noted.id}/supersede`, { content: 'The port is 9090.' });
    expect(corrected).toMatchObject({ body: { outcome: 'superseded' } });
    // The correction is the word of who made it.
    expect(await org.observations.get((corrected.body as { id: string }).id)).toMatchObject({ agentId: 'codex' });
    expect(await member('post /v1/feedback', outdated)).toMatchObject({ body: { applied: true } });
  });
});
