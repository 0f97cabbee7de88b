import { createMemory, type OrgMemory, systemClock } from '@inkling/engine';
import type { ApiKeyInput, ClaimedSession } from '@inkling/engine/types';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { createKeyAccess } from '../../src/http/access.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const FORBIDDEN = { status: 403, body: { error: { code: 'forbidden' } } };
const NOTE = 'The settlement batch is signed with the vault key of the ledger.';

describeOnOneDatabase('a session of no agent', (open) => {
  let app: DaemonApp;
  let orgs = 0;
  let org: OrgMemory;
  beforeAll(async () => {
    const database = await open();
    const keys = await createMemory({ database });
    app = await daemonApp(database, { access: createKeyAccess(keys, systemClock) });
  });
  beforeEach(async () => {
    org = app.memory.org(`open-${(orgs += 1)}`);
    const wall = 'forbid (principal == Agent::"roamer", action == Action::"read", resource);';
    await org.policies.put('wall', wall, { actor: 'ann' });
    await org.observations.remember({ content: NOTE, projectId: 'api' });
  });

  type Ask = (call: string, body?: object) => ReturnType<DaemonApp['ask']>;

  async function workerOf(bound: Partial<ApiKeyInput>): Promise<Ask> {
    const { text } = await org.apiKeys.create({ role: 'worker', name: 'x', createdBy: 'local', ...bound });
    return (call, body) => app.ask(call, { org: null, headers: { authorization: `Bearer ${text}` }, body });
  }

  /** One that waits, with the block of its start in the queue: it was made for nobody. */
  async function waiting(id: string): Promise<void> {
    await org.sessions.create({
      id,
      projectId: 'api',
      workType: 'feature',
      workItem: { title: 'Settlement vault key' },
    });
    const { lockToken } = (await org.sessions.claim(id, { workerId: 'w' })) as ClaimedSession;
    await org.injectContextForClaimedSession(id, { deadlineMs: 60_000 });
    await org.sessions.release(id, lockToken);
    expect(await org.listMemoryInjects(id)).toMatchObject([{ status: 'pending' }]);
  }

  const claims: readonly (readonly [string, (ask: Ask, id: string, fields?: object) => ReturnType<Ask>])[] = [
    ['by its id', (ask, id, fields = {}) => ask(`post /v1/sessions/${id}/claim`, { workerId: 'w', ...fields })],
    ['as the next', (ask, _id, fields = {}) => ask('post /v1/sessions/claim-next', { workerId: 'w', ...fields })],
  ];

  test.each(claims)('claimed %s becomes the agent’s of the key, for whom policies decide', async (_name, claim) => {
    const beat = async (ask: Ask, id: string): Promise<unknown> => {
      const { body } = (await claim(ask, id)) as { body: { claimed?: ClaimedSession } };
      const { lockToken } = body.claimed ?? (body as ClaimedSession);
      return (await ask(`post /v1/sessions/${id}/beat`, { lockToken, ttlMs: 60_000 })).body;
    };
    const [roamer, codex] = [await workerOf({ agents: ['roamer'] }), await workerOf({ agents: ['codex'] })];
    await waiting('one');
    expect(await beat(roamer, 'one')).toMatchObject({ outcome: 'nothing' });
    expect(await org.sessions.get('one')).toMatchObject({ agentId: 'roamer', status: 'working' });
    expect(await org.listMemoryInjects('one')).toMatchObject([{ status: 'dropped', dropReason: 'denied' }]);
    await waiting('two');
    expect(JSON.stringify(await beat(codex, 'two'))).toContain('vault key of the ledger');
    expect(await org.sessions.get('two')).toMatchObject({ agentId: 'codex' });
  });

  test.each(claims)('claimed %s is of the agent that the claim names, among those of the key', async (_name, claim) => {
    const both = await workerOf({ agents: ['codex', 'roamer'] });
    await org.sessions.create({ id: 'one' });
    expect(await claim(both, 'one', { agentId: 'pay' })).toMatchObject(FORBIDDEN);
    expect(await org.sessions.get('one')).toMatchObject({ agentId: null, status: 'queued' });
    expect(await claim(both, 'one', { agentId: 'roamer' })).toMatchObject({ status: 200 });
    expect(await org.sessions.get('one')).toMatchObject({ agentId: 'roamer', status: 'claimed' });
    // The first of the key's is meant where none is named, as everywhere.
    await org.sessions.create({ id: 'two' });
    expect(await claim(both, 'two')).toMatchObject({ status: 200 });
    expect(await org.sessions.get('two')).toMatchObject({ agentId: 'codex' });
    await org.sessions.create({ id: 'three', agentId: 'codex' });
    expect(await claim(both, 'three', { agentId: 'codex' })).toMatchObject({ status: 200 });
    // A key of no agent leaves open whose it is.
    await org.sessions.create({ id: 'four' });
    expect(await claim(await workerOf({}), 'four')).toMatchObject({ status: 200 });
    expect(await org.sessions.get('four')).toMatchObject({ agentId: null, status: 'claimed' });
  });

  test('is not beaten by a key of an agent that did not claim it, whoever gave it the lock', async () => {
    await waiting('one');
    const { lockToken } = (await org.sessions.claim('one', { workerId: 'w' })) as ClaimedSession;
    const roamer = await workerOf({ agents: ['roamer'] });
    expect(await roamer('post /v1/sessions/one/beat', { lockToken, ttlMs: 60_000 })).toMatchObject(FORBIDDEN);
    expect(await org.listMemoryInjects('one')).toMatchObject([{ status: 'pending' }]);
  });

  test('a claim names an agent for what has one in vain', async () => {
    await org.sessions.create({ id: 'one', agentId: 'codex' });
    await org.sessions.claim('one', { workerId: 'w', agentId: 'roamer' });
    expect(await org.sessions.get('one')).toMatchObject({ agentId: 'codex' });
    await expect(org.sessions.claim('one', { workerId: 'w', agentId: ' ' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});
