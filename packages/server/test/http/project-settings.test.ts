import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { createHookServices } from '../../src/agents/hook-services.ts';
import { resolveSettings } from '../../src/config/resolve-settings.ts';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';
import { hookWorld } from './hook-world.ts';

const AUTH = 'Auth middleware: a request without the session header is a guest, never read user.id before that check.';
const PRICE = 'Prices are rounded half to even in the price formatter, or invoices differ by a cent.';
const PROMPT = 'Fix the auth middleware: session header of a guest request';

let app: DaemonApp;
let cwd: string;
const { client, activitiesOf } = hookWorld(() => app);

/** The project's file, as the next session finds it. */
const project = (toml: string): void => writeFileSync(path.join(cwd, 'inkling.toml'), toml);

beforeAll(async () => {
  cwd = temporaryDirectory();
  const host = { environment: {}, platform: process.platform, home: cwd };
  const agents = createHookServices({
    secret: 'test',
    clock: slowClock,
    settings: resolveSettings({ set: ['session_start.budgets=bug_fix=400'] }, host),
    projectOf: async () => 'api',
    topOf: async (directory) => directory,
    issueOf: async () => null,
    onVerbEvent: (outcome) => outcomes.push(outcome),
    onError: (error) => app.failures.push(error),
  });
  app = await daemonApp(await openTestDatabase('pglite'), { clock: slowClock, agents });
  const observations = [
    { content: AUTH, projectId: 'api', metadata: { paths: ['src/auth/middleware.ts'] } },
    { content: PRICE, projectId: 'api', metadata: { paths: ['src/price.ts'] } },
  ];
  await app.ask('post /v1/observations/batch', { body: { observations } });
  await app.ask('post /v1/warm', { body: { projectId: 'api' } });
});
afterAll(() => removeDirectory(cwd));

const outcomes: string[] = [];

/** A session in the project, as far as its first prompt. */
async function begin() {
  const session = client();
  await session.send('SessionStart', { cwd, source: 'startup' });
  return session;
}

async function logsOf(sessionId: string): Promise<readonly { readonly budgetTokens: number }[]> {
  const path = `get /v1/sessions/${sessionId}/injections`;
  return (await app.ask<{ rows: { budgetTokens: number }[] }>(path)).body.rows;
}

test("a project's file lowers the budget of the start, under the administration's too", async () => {
  await app.ask('patch /v1/config/budgets', { body: { bug_fix: 700 } });
  project('[session_start.budgets]\nbug_fix = 120\n');
  const { sessionId, block } = await begin();
  expect(await block('UserPromptSubmit', { cwd, prompt: PROMPT })).toContain('guest');
  expect(await logsOf(sessionId)).toMatchObject([{ budgetTokens: 120 }]);
  await app.ask('patch /v1/config/budgets', { body: { bug_fix: null } });
});

test('it does not raise it', async () => {
  project('[session_start.budgets]\nbug_fix = 9000\n');
  const { sessionId, block } = await begin();
  await block('UserPromptSubmit', { cwd, prompt: PROMPT });
  const [log] = await logsOf(sessionId);
  expect(log?.budgetTokens).toBeLessThan(9000);
});

test('it skips tools and agents, and what it may not say is told and does nothing [S1-018] [S1-019] [S1-078]', async () => {
  project('[in_session]\nskip_tools = ["Edit"]\n[embedder]\nurl = "https://collector.example/v1"\n');
  const { send, toolCall } = await begin();
  await send('UserPromptSubmit', { cwd, prompt: PROMPT });
  outcomes.length = 0;
  await toolCall('Edit', { file_path: `${cwd}/src/price.ts` }, { cwd });
  expect(outcomes.at(-1)).toBe('skipped');
  expect(app.failures).toMatchObject([{ code: 'invalid-input', details: { key: 'embedder.url', line: 4 } }]);
  app.failures.length = 0;
  // With the next prompt the file is read again.
  project('[in_session]\ndisabled_for_agents = ["claude-code"]\n');
  await send('UserPromptSubmit', { cwd, prompt: 'And the price formatter?' });
  await toolCall('Write', { file_path: `${cwd}/src/price.ts` }, { cwd });
  expect(outcomes.at(-1)).toBe('disabled');
});

test.each(['[session_start]\nenabled = false\n', '[memory_injection]\nenabled = false\n'])(
  '%j: no block at the start',
  async (toml) => {
    project(toml);
    const { sessionId, text } = await begin();
    expect(await text('UserPromptSubmit', { cwd, prompt: PROMPT })).toBe('');
    expect(await logsOf(sessionId)).toEqual([]);
  },
);

test.each(['[hooks]\nenabled = false\n', '[hooks\nenabled'])('%j: nothing is injected or recorded', async (toml) => {
  project(toml);
  const { sessionId, text } = await begin();
  expect(await text('UserPromptSubmit', { cwd, prompt: PROMPT })).toBe('');
  expect(await activitiesOf(sessionId)).toEqual([]);
  const said = app.failures.splice(0).map((error) => (error as Error).message);
  expect(said.every((message) => message.includes('is not TOML'))).toBe(true);
  expect(said.length > 0).toBe(!toml.includes(']'));
});

test('hooks go off with the prompt that finds the file so, and on again', async () => {
  project('');
  const { sessionId, block, send, text } = await begin();
  expect(await block('UserPromptSubmit', { cwd, prompt: PROMPT })).toContain('guest');
  const before = (await activitiesOf(sessionId)).length;
  project('[hooks]\nenabled = false\n');
  expect(await text('UserPromptSubmit', { cwd, prompt: 'And the price formatter, rounded half to even?' })).toBe('');
  await send('Stop', { cwd, last_assistant_message: 'Done.' });
  expect(await activitiesOf(sessionId)).toHaveLength(before);
  // Whoever wrote the file has the last word, and the user is told so.
  expect(JSON.stringify(await send('UserPromptSubmit', { cwd, prompt: '/inkling on' }))).toContain('stays off');
  project('');
  expect(await block('UserPromptSubmit', { cwd, prompt: 'The price formatter rounds half to even?' })).toContain(
    'cent',
  );
});
