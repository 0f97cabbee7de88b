import { createMemory, type OrgMemory, systemClock } from '@inkling/engine';
import type { ApiKeyInput, ApiKeyRole } from '@inkling/engine/types';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { createKeyAccess } from '../../src/http/access.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

// Built here, so that no scanner takes this file for a leak.
const SECRET = `AK${'IA'}Q3EGRWJ5T7KXMPLN`;
const IMPORT = 'post /v1/observations/import';
const FORBIDDEN = { status: 403 };

let app: DaemonApp;
let orgs = 0;
let org: OrgMemory;

beforeAll(async () => {
  const database = await openTestDatabase('pglite');
  app = await daemonApp(database, { access: createKeyAccess(await createMemory({ database }), systemClock) });
});
afterAll(() => app.memory.close());
beforeEach(() => {
  org = app.memory.org(`imports-${(orgs += 1)}`);
});

type Ask = (call: string, body?: object) => ReturnType<DaemonApp['ask']>;

async function keyOf(role: ApiKeyRole, bound: Partial<ApiKeyInput>): Promise<Ask> {
  const { text } = await org.apiKeys.create({ role, name: 'x', createdBy: 'local', ...bound });
  return (call, body) => app.ask(call, { org: null, headers: { authorization: `Bearer ${text}` }, body });
}

const exchange = (sessionId: string, projectId: string, content: string): object => ({
  ...{ sessionId, projectId, content, kind: 'exchange', agentId: 'codex' },
});

test('links of an import change no talk of another project', async () => {
  const admin = await keyOf('admin', { projects: ['api'] });
  await org.observations.importRows([exchange('old', 'web', 'User: the ledger queue retries nine times')]);
  const amends = [{ sessionId: 'old', amendedAt: '2026-01-01T00:00:00.000Z', undoneAt: null }];
  const row = { ...exchange('new', 'api', 'User: the ledger queue never retries'), amends };
  expect(await admin(IMPORT, { rows: [row] })).toMatchObject({ body: { imported: 1 } });
  const recall = { queryText: 'ledger queue retries', deadlineMs: 60_000 };
  for (const scope of [{ projectId: 'web' }, { projectId: 'web', scope: 'org' as const }]) {
    const { rows } = await org.recall({ ...recall, ...scope });
    expect(rows.map(({ observation }) => observation.sessionId)).toContain('old');
  }
});

test('a row with a secret for a name is refused alone', async () => {
  const admin = await keyOf('admin', {});
  const statement = (content: string, rest = {}): object => ({ content, projectId: 'api', ...rest });
  const rows = [
    statement('One.', { agentId: SECRET }),
    statement('Two.'),
    JSON.stringify(statement('Three.', { sessionId: SECRET })),
    'no JSON',
    JSON.stringify(statement('Five.')),
  ];
  const answer = await admin(IMPORT, { rows });
  expect(answer).toMatchObject({ status: 200, body: { imported: 2, duplicates: 0 } });
  expect((answer.body as { rejected: object[] }).rejected).toMatchObject([
    { index: 0, code: 'invalid-input', reason: expect.stringContaining('agentId looks like a secret') },
    { index: 2, code: 'invalid-input', reason: expect.stringContaining('sessionId looks like a secret') },
    { index: 3 },
  ]);
  expect(JSON.stringify(answer)).not.toContain(SECRET);
});

test('nobody begins a session that has the name of an imported talk of others', async () => {
  await org.observations.importRows([
    exchange('held', 'api', 'User: the ledger queue retries nine times'),
    exchange('held-there', 'web', 'User: the ledger queue retries ten times'),
  ]);
  const other = await keyOf('worker', { agents: ['claude'] });
  for (const id of ['held', 'held~2']) {
    expect(await other('post /v1/sessions', { id, projectId: 'api' })).toMatchObject(FORBIDDEN);
    expect(await org.sessions.get(id)).toBeNull();
  }
  const bound = await keyOf('worker', { agents: ['codex'], projects: ['api'] });
  expect(await bound('post /v1/sessions', { id: 'held-there', projectId: 'api' })).toMatchObject(FORBIDDEN);
  expect((await bound('post /v1/sessions', { id: 'held', projectId: 'api' })).status).toBeLessThan(300);
});

test('a session that is no continuation is not refused for the one that its name begins with', async () => {
  await org.sessions.create({ id: 'base', projectId: null, agentId: 'pay' });
  await org.sessions.create({ id: 'base~2', projectId: 'api', agentId: 'codex' });
  const codex = await keyOf('worker', { agents: ['codex'], projects: ['api'] });
  expect(await codex('get /v1/sessions/base~2')).toMatchObject({ status: 200, body: { id: 'base~2' } });
  expect(await codex('post /v1/sessions', { id: 'base~3', projectId: 'api' })).toMatchObject(FORBIDDEN);
});

test('a session links no talk of another agent, whatever its name begins with', async () => {
  const say = (sessionId: string, month: number, content: string): object => ({
    ...{ ...exchange(sessionId, 'api', content), createdAt: `2026-0${month}-01T00:00:00.000Z` },
  });
  await org.observations.importRows([
    say('early', 1, 'User: The ledger queue retries nine times.'),
    say('late', 2, 'User: We change the rule of the ledger queue: from now on it retries ten times instead of nine.'),
  ]);
  await org.sessions.create({ id: 'late', projectId: 'api', agentId: 'codex' });
  await org.sessions.create({ id: 'late~2', projectId: 'api', agentId: 'claude' });
  const link = (sessionId: string, agentId: string) =>
    org.capture.linkAmendments({ sessionId, projectId: 'api', agentId });
  expect(await link('late~2', 'claude')).toEqual([]);
  expect(await link('late', 'codex')).toMatchObject([{ sessionId: 'late', amendsSessionId: 'early' }]);
});

test('a talk that was imported goes on with the client that it was held with, and one of nobody with any', async () => {
  const said = exchange('of-gemini', 'api', 'User: the ledger queue retries nine times');
  const nobodys = { ...exchange('of-nobody', 'api', 'User: the ledger queue retries ten times'), agentId: undefined };
  await org.observations.importRows([{ ...said, agentId: 'gemini' }, nobodys]);
  const gemini = await keyOf('worker', { agents: ['gemini-cli'] });
  const codex = await keyOf('worker', { agents: ['codex'] });
  const session = (id: string): object => ({ id, projectId: 'api' });
  expect(await codex('post /v1/sessions', session('of-gemini'))).toMatchObject(FORBIDDEN);
  expect((await gemini('post /v1/sessions', session('of-gemini'))).status).toBeLessThan(300);
  expect((await codex('post /v1/sessions', session('of-nobody'))).status).toBeLessThan(300);
});

test('nor does a hook begin one', async () => {
  await org.observations.importRows([exchange('held', 'web', 'User: the ledger queue retries nine times')]);
  const worker = await keyOf('worker', { agents: ['claude-code'] });
  const prompt = { hook_event_name: 'UserPromptSubmit', cwd: '/nowhere', prompt: 'Fix the parser.' };
  expect(await worker('post /v1/hooks/claude-code', { ...prompt, session_id: 'held' })).toMatchObject(FORBIDDEN);
  expect(await org.sessions.get('held')).toBeNull();
  expect(await worker('post /v1/hooks/claude-code', { ...prompt, session_id: 'free' })).toMatchObject({ status: 200 });
  expect(await org.sessions.get('free')).toMatchObject({ agentId: 'claude-code' });
});
