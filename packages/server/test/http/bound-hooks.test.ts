import { createMemory, type OrgMemory, type Session, systemClock } from '@inkling/engine';
import type { ApiKeyInput, ClaimedSession } from '@inkling/engine/types';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { createKeyAccess } from '../../src/http/access.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const FORBIDDEN = { status: 403, body: { error: { code: 'forbidden' } } };
const NOTHING = { status: 200, body: {} };
const SECRET = 'The settlement batch is signed with the vault key of the payments ledger.';
const NOTE = 'The shop basket retries its settlement batch with the ledger key three times.';
const PROMPT = 'Fix the settlement batch of the ledger: vault key';

let app: DaemonApp;
let orgs = 0;
let org: OrgMemory;

beforeAll(async () => {
  const database = await openTestDatabase('pglite');
  const keys = await createMemory({ database });
  app = await daemonApp(database, { access: createKeyAccess(keys, systemClock), clock: slowClock });
});
afterAll(() => app.memory.close());
beforeEach(async () => {
  org = app.memory.org(`hooks-${(orgs += 1)}`);
  // Who may read what is restricted is an agent of another project.
  const clearance = 'permit (principal == Agent::"pay", action == Action::"read", resource);';
  await org.policies.put('clearance', clearance, { actor: 'ann' });
  await org.observations.remember({ content: SECRET, projectId: 'payments', classification: 'restricted' });
  await org.observations.remember({ content: NOTE, projectId: 'shop' });
});

type Hook = (hookName: string, fields?: object) => ReturnType<DaemonApp['ask']>;

/** A client whose hooks have a new key. Its directory is that of the shop. */
async function hooks(input: Partial<ApiKeyInput>, sessionId: string, client = 'codex'): Promise<Hook> {
  const bound = { role: 'agent', agents: ['codex'], name: 'x', createdBy: 'local' } as const;
  const { text } = await org.apiKeys.create({ ...bound, ...input });
  const headers = { authorization: `Bearer ${text}` };
  return (hook_event_name, fields = {}) =>
    app.ask(`post /v1/hooks/${client}`, {
      ...{ org: null, headers },
      body: { session_id: sessionId, cwd: '/repos/shop', hook_event_name, ...fields },
    });
}

/** A session that a worker queued and claimed, with its start block in the queue. */
async function workers(id: string, fields: object = {}): Promise<ClaimedSession> {
  const workItem = { title: PROMPT };
  await org.sessions.create({ id, agentId: 'pay', projectId: 'payments', workType: 'feature', workItem, ...fields });
  const claim = (await org.sessions.claim(id, { workerId: 'w', ttlMs: 60_000 })) as ClaimedSession;
  await org.injectContextForClaimedSession(id, { deadlineMs: 60_000 });
  return claim;
}

/** What a session is and has, as far as hooks change it. */
async function traces(id: string): Promise<unknown> {
  const { rows } = await org.activities.list(id);
  const injects = await org.listMemoryInjects(id);
  return [await org.sessions.get(id), rows.length, injects.map(({ status }) => status)];
}

const EVENTS: [string, object][] = [
  ['SessionStart', { source: 'startup' }],
  ['UserPromptSubmit', { prompt: 'Remember: the port of the ledger is always 8080.' }],
  ['PostToolUse', { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_response: '' }],
  ['SubagentStart', { agent_id: 'sub1', agent_type: 'Explore' }],
  ['Stop', { last_assistant_message: 'Done.' }],
  ['SessionEnd', { reason: 'exit' }],
];

test.each([
  ['of its project', { projects: ['shop'] }],
  ['without projects', {}],
])('a key %s takes over no session of another agent, however the hook names it', async (_name, binding) => {
  await workers('pay-4');
  const before = await traces('pay-4');
  const codex = await hooks(binding, 'pay-4');
  const cursor = await hooks({ ...binding, agents: ['cursor'] }, 'x', 'cursor');
  for (const cwd of ['/repos/shop', '/repos/payments', '/tmp', undefined]) {
    for (const [name, fields] of EVENTS) {
      // What a hook says beside its event counts for nothing.
      for (const said of [{}, { projectId: 'shop' }, { sessionId: 'other', agentId: 'codex' }]) {
        const told = await codex(name, { cwd, ...fields, ...said });
        expect([cwd, name, said, told.status]).toEqual([cwd, name, said, 403]);
      }
    }
  }
  for (const spelling of [{ sessionId: 'pay-4' }, { conversation_id: 'pay-4' }]) {
    const told = await codex('SessionStart', { session_id: undefined, ...spelling });
    expect([spelling, told.status]).toEqual([spelling, 'sessionId' in spelling ? 403 : 200]);
  }
  const prompt = { conversation_id: 'pay-4', workspace_roots: ['/repos/shop'], prompt: PROMPT };
  expect(await cursor('beforeSubmitPrompt', prompt)).toMatchObject(FORBIDDEN);
  expect(await traces('pay-4')).toEqual(before);
  expect(await org.observations.count({ projectId: 'payments' })).toBe(1);
});

test('what a worker queued, holds or ended is not gone on with, also when its agent is the same', async () => {
  const own = { agentId: 'codex', projectId: 'shop' };
  await org.sessions.create({ id: 'queued', ...own });
  await workers('held', own);
  const foreign = await workers('over');
  await org.sessions.complete('over', foreign.lockToken);
  for (const id of ['queued', 'held']) {
    const codex = await hooks({ projects: ['shop'] }, id);
    const before = await traces(id);
    for (const [name, fields] of EVENTS) expect(await codex(name, fields)).toEqual(expect.objectContaining(NOTHING));
    expect(await traces(id)).toEqual(before);
  }
  const codex = await hooks({}, 'over');
  expect(await codex('UserPromptSubmit', { prompt: PROMPT })).toMatchObject(FORBIDDEN);
  expect(await org.sessions.get('over~2')).toBeNull();
});

test('a directory stands for its project, in a session that is there too', async () => {
  const codex = await hooks({ projects: ['shop'] }, 'c-1');
  for (const cwd of ['/repos/payments', undefined])
    expect(await codex('UserPromptSubmit', { prompt: PROMPT, cwd })).toMatchObject(FORBIDDEN);
  expect(await org.sessions.get('c-1')).toBeNull();
  expect(await codex('UserPromptSubmit', { prompt: PROMPT })).toMatchObject({ status: 200 });
  for (const [name, fields] of EVENTS)
    expect(await codex(name, { cwd: '/repos/payments', ...fields })).toMatchObject(FORBIDDEN);
  expect(await org.sessions.get('c-1')).toMatchObject({ projectId: 'shop', agentId: 'codex', status: 'working' });
});

test('ordinary hooks of a bound key are answered: blocks, sub-agents, resumes, events without a directory', async () => {
  const codex = await hooks({ projects: ['shop'] }, 'c-2');
  const anew = await hooks({ projects: ['shop', 'docs'], agents: ['plugin', 'codex'] }, 'c-2');
  expect(await codex('SessionStart', { source: 'startup' })).toMatchObject({ status: 200 });
  let given = JSON.stringify((await codex('UserPromptSubmit', { prompt: PROMPT })).body);
  await vi.waitFor(async () => {
    given += JSON.stringify((await codex('PostToolUse', { tool_name: 'TodoWrite', tool_input: {} })).body);
    expect(given).toContain('basket retries');
  }, 30_000);
  expect(given).not.toContain('vault key of');
  const sub = { agent_id: 'sub1', agent_type: 'Explore' };
  expect(await codex('SubagentStart', sub)).toMatchObject({ status: 200 });
  expect(await org.sessions.get('c-2/sub1')).toMatchObject({ agentId: 'codex', projectId: 'shop' });
  expect(await anew('UserPromptSubmit', { prompt: 'go on', cwd: undefined })).toMatchObject({ status: 200 });
  expect(await codex('SessionEnd', { reason: 'exit' })).toMatchObject(NOTHING);
  expect(await codex('UserPromptSubmit', { prompt: 'and the ledger?' })).toMatchObject({ status: 200 });
  const again: Partial<Session> = { parent: { sessionId: 'c-2', link: 'resume' }, projectId: 'shop' };
  expect(await org.sessions.get('c-2~2')).toMatchObject(again);
  expect(app.failures).toEqual([]);
});

test('a session that is served already is asked about anew, and a refusal is nobody else’s', async () => {
  const pay = await hooks({ agents: ['plugin'], projects: ['payments'] }, 'p-1', 'plugin');
  const codex = await hooks({}, 'p-1');
  const cwd = '/repos/payments';
  const start = (hook: Hook): ReturnType<Hook> => hook('UserPromptSubmit', { prompt: PROMPT, cwd });
  const [owner] = await Promise.all([start(pay), start(pay)]);
  expect(owner).toMatchObject({ status: 200 });
  expect(await start(codex)).toMatchObject(FORBIDDEN);
  await pay('SessionEnd', { reason: 'exit', cwd });
  const both = await Promise.all([start(codex), start(pay)]);
  expect(both.map(({ status }) => status)).toEqual([403, 200]);
});
