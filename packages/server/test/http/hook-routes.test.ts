import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { estimateTokens, type Activity } from '@inkling/engine';
import { shortIdOf } from '@inkling/engine/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { gitFixture, removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';
import { hookWorld } from './hook-world.ts';

const AUTH = 'Auth middleware: a request without the session header is a guest, never read user.id before that check.';
const PRICE = 'Prices are rounded half to even in the price formatter, or invoices differ by a cent.';
const OTHERS = ['The checkout button is green.', 'Logs rotate daily.', 'The cache lives in Redis.'];
const PROMPT = 'Fix the auth middleware: session header of a guest request';

describeOnEachDatabase('the hooks of Claude Code', (open, kind) => {
  let app: DaemonApp;
  const ids: Record<string, string> = {};
  let directory: string;
  afterAll(() => removeDirectory(directory));
  /** As a block names it. */
  const shown = (name: string): string => shortIdOf(String(ids[name]));
  beforeAll(async () => {
    directory = temporaryDirectory();
    // No test here is about time: a busy machine may need longer than a hook has, and a start block that was late is not made again.
    app = await daemonApp(await open(), { clock: slowClock });
    const remember = async (content: string, paths: readonly string[]): Promise<string> => {
      const body = { content, projectId: 'api', metadata: { paths } };
      return (await app.ask<{ id: string }>('post /v1/observations', { body })).body.id;
    };
    ids['auth'] = await remember(AUTH, ['src/auth/middleware.ts']);
    ids['price'] = await remember(PRICE, ['src/price.ts']);
    const observations = OTHERS.map((content) => ({ content, projectId: 'api' }));
    await app.ask('post /v1/observations/batch', { body: { observations } });
    await app.ask('post /v1/warm', { body: { projectId: 'api' } });
    // What is loaded with the first block is loaded here: the answers below have their time.
    await app.ask('post /v1/blocks', {
      body: { sessionId: 'first', workType: 'chore', projectId: 'api', queryText: PROMPT },
    });
    await client().send('UserPromptSubmit', { prompt: PROMPT });
  });

  const { client, sessionOf, activitiesOf, injectsOf, servicesAnew } = hookWorld(() => app);

  test('the first prompt says what the session is about, and brings the block of its start in its envelope', async () => {
    const { sessionId, text, block } = client();
    expect(await text('SessionStart', { source: 'startup' })).toBe('');
    const given = await block('UserPromptSubmit', { prompt: PROMPT });
    expect(given).toMatch(/^\[Context from memory\] \(([0-9a-z]{8}-1)\)\n[^]*\n\[End of context from memory\] \(\1\)$/);
    expect(given).toContain(shown('auth'));
    expect(await sessionOf(sessionId)).toMatchObject({
      projectId: 'api',
      agentId: 'claude-code',
      workType: 'bug_fix',
      status: 'working',
      workItem: { title: PROMPT },
    });
    const [log] = (
      await app.ask<{ rows: { actualTokens: number; budgetTokens: number }[] }>(
        `get /v1/sessions/${sessionId}/injections`,
      )
    ).body.rows;
    expect(log?.actualTokens).toBe(estimateTokens(given));
    expect(log?.actualTokens).toBeLessThanOrEqual(log?.budgetTokens ?? 0);
  });

  test('a tool call brings what matters for its file, once, and every block is acknowledged', async () => {
    const { sessionId, text, block, toolCall } = client();
    await text('SessionStart', { source: 'startup' });
    await block('UserPromptSubmit', { prompt: PROMPT });
    const edit = (): Promise<string> => toolCall('Edit', { file_path: '/repos/api/src/price.ts' });
    const given = [await edit()];
    // On a busy machine a look-up may be over its budget; the next call about the file brings it.
    for (let more = 0; given.join('') === '' && more < 50; more += 1) given.push(await edit());
    for (let again = 0; again < 3; again += 1) given.push(await edit());
    const all = given.join('\n');
    expect(all.split(shown('price'))).toHaveLength(2);
    expect(all).not.toContain(shown('auth'));
    await expect.poll(async () => (await injectsOf(sessionId)).map(({ status }) => status)).toEqual(['acked', 'acked']);
  });

  test('the edit that brings a memory has not followed it; the next one has', async () => {
    const { sessionId, text, toolCall } = client();
    const org = app.memory.org('local');
    const { id } = await org.observations.remember({
      content: 'The carrier of parcels is asked for its tariff once a day, its service allows no more.',
      ...{ projectId: 'api', metadata: { paths: ['src/parcel.ts'] } },
    });
    await text('SessionStart', { source: 'startup' });
    await text('UserPromptSubmit', { prompt: 'Rename the helper of the banner' });
    let edits = 0;
    const edit = (): Promise<string> => (
      (edits += 1),
      toolCall('Edit', { file_path: '/repos/api/src/parcel.ts', old_string: 'carrier tariff of parcels' })
    );
    const written = async (): Promise<number> =>
      (await activitiesOf(sessionId)).filter(({ body }) => body['key'] === 'lastEditedFile').length;
    const evidence = async (): Promise<unknown> => {
      await expect.poll(written, { timeout: 20_000 }).toBe(edits);
      await org.feedback.setOutcome(sessionId, 'accepted', { actor: 'dev' });
      return (await org.feedback.history(id)).map((change) => change.evidence);
    };
    while (!(await edit()).includes(shortIdOf(id))) expect(edits).toBeLessThan(50);
    expect(await evidence()).toEqual([]);
    await edit();
    expect(await evidence()).toEqual(['followed']);
  });

  test('a command that fails brings the commit behind the line that failed', async () => {
    const repository = gitFixture(path.join(directory, 'shop'));
    const blank = Array.from({ length: 40 }, (_, at) => `export const n${at} = ${at};`).join('\n');
    repository.commit({ message: 'First', files: { 'src/shop.ts': `${blank}\n` } });
    const rounded = 'export const toCents = (invoice) => halfToEven(invoice.price);';
    const commit = repository.commit({
      message: 'Bankers decide ties',
      files: { 'src/shop.ts': `${blank}\n${rounded}\n` },
    });
    const metadata = { commit, paths: ['src/shop.ts'] };
    const cwd = repository.directory;
    const body = { content: 'Bankers decide ties: half to even.', projectId: cwd, kind: 'commit', metadata };
    await app.ask('post /v1/observations', { body });
    const { send, text } = client();
    await send('UserPromptSubmit', { prompt: 'The invoice has the wrong price in cents', cwd });
    const call = { tool_name: 'Bash', tool_input: { command: 'npm test' }, cwd };
    const error = `Exit code 1\n  at toCents (${cwd}/src/shop.ts:41:30)\n  at ${cwd}/test/shop.test.ts:3:1`;
    let given = '';
    for (let tries = 0; given === '' && tries < 50; tries += 1) {
      const tool_use_id = `shop-${tries}`;
      await send('PreToolUse', { ...call, tool_use_id });
      given = await text('PostToolUseFailure', { ...call, tool_use_id, error });
    }
    expect(given).toContain(`[${commit.slice(0, 8)}]`);
  });

  test('what a session does is written down: prompt, action, context, error and what was injected', async () => {
    const { sessionId, send, block, toolCall } = client();
    await block('UserPromptSubmit', { prompt: PROMPT, prompt_id: 'p1' });
    await toolCall('Edit', { file_path: '/repos/api/src/auth/middleware.ts' });
    const failed = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 'f1', error: 'exit 1' };
    for (let twice = 0; twice < 2; twice += 1) await send('PostToolUseFailure', failed);
    await send('Stop', { last_assistant_message: 'The guest check comes first now.' });
    await expect.poll(async () => (await activitiesOf(sessionId)).map(({ type }) => type)).toContain('response');
    const rows = await activitiesOf(sessionId);
    const told = rows.filter(({ body }) => body['name'] !== 'TodoWrite');
    const bodies = (type: string): unknown[] => told.filter((row) => row.type === type).map(({ body }) => body);
    expect(bodies('action')).toMatchObject([
      { name: 'prompt', text: PROMPT },
      { name: 'Edit', failed: false },
      { name: 'Bash', failed: true },
    ]);
    expect(bodies('error')).toMatchObject([{ name: 'Bash', message: 'exit 1' }]);
    expect(bodies('context')).toContainEqual({ key: 'lastEditedFile', value: '/repos/api/src/auth/middleware.ts' });
    expect(bodies('inject')).toMatchObject([{ source: 'session-start', observationIds: [ids['auth']] }]);
  });

  test('a call that is repeated is written each time, also where its client numbers none', async () => {
    const { sessionId, send } = client('gemini-cli');
    await send('BeforeAgent', { prompt: PROMPT });
    const run = { tool_name: 'run_shell_command', tool_input: { command: 'npm test' } };
    for (const llmContent of ['Output: 1 failed\nExit Code: 1', 'Output: 3 passed', 'Output: 1 failed\nExit Code: 1']) {
      await send('BeforeTool', run);
      await send('AfterTool', { ...run, tool_response: { llmContent } });
    }
    const calls = async (): Promise<Activity[]> =>
      (await activitiesOf(sessionId)).filter(({ body }) => typeof body['failed'] === 'boolean');
    await expect.poll(async () => (await calls()).map(({ body }) => body['failed'])).toEqual([true, false, true]);
    for (const { body } of await calls()) expect(body['callId']).toMatch(/^[0-9a-f]{64}$/u);
  });

  test('of a long answer the beginning and the end are written down', async () => {
    const { sessionId, send } = client();
    await send('UserPromptSubmit', { prompt: PROMPT });
    const text = `${'a'.repeat(5_000)}${'b'.repeat(10_000)}`;
    await send('Stop', { last_assistant_message: text });
    const answer = { type: 'response', body: { text: `${'a'.repeat(2_000)}\n…\n${'b'.repeat(6_000)}` } };
    await expect.poll(async () => (await activitiesOf(sessionId)).at(-1)).toMatchObject(answer);
  });

  test('an answer that the client writes when it has ended is waited for behind its hooks', async () => {
    const { sessionId, send } = client('copilot-cli');
    await send('UserPromptSubmit', { prompt: PROMPT });
    const transcript_path = path.join(directory, 'session-state', sessionId, 'events.jsonl');
    await send('Stop', { transcript_path, timestamp: '2026-11-24T01:52:40.000Z' });
    await send('SessionEnd', { reason: 'complete' });
    expect((await sessionOf(sessionId)).status).toBe('working');
    expect((await app.ask<{ rows: object[] }>('get /v1/hooks')).body.rows).toContainEqual(
      expect.objectContaining({ client: 'copilot-cli', event: 'session-end', outcomes: { answered: 1 } }),
    );
    mkdirSync(path.dirname(transcript_path), { recursive: true });
    const said = { type: 'assistant.message', data: { content: 'Seven days.' }, timestamp: '2026-11-24T01:52:39.000Z' };
    const ended = { type: 'session.shutdown', data: {}, timestamp: '2026-11-24T01:52:41.000Z' };
    writeFileSync(transcript_path, `${JSON.stringify(said)}\n${JSON.stringify(ended)}\n`);
    await expect.poll(async () => (await sessionOf(sessionId)).status, { timeout: 30_000 }).toBe('completed');
    expect((await activitiesOf(sessionId)).at(-1)).toMatchObject({ type: 'response', body: { text: 'Seven days.' } });
  });

  test('a sub-agent is a session of its own, about what it was asked', async () => {
    const { sessionId, send, text, block, toolCall } = client();
    await text('UserPromptSubmit', { prompt: 'Clean up the repository' });
    const task = { description: 'Price rounding', prompt: 'Find out how prices are rounded in the price formatter' };
    await send('PreToolUse', { tool_name: 'Task', tool_input: task, tool_use_id: 't1' });
    const agent = { agent_id: 'sub1', agent_type: 'Explore' };
    expect(await block('SubagentStart', agent)).toContain(shown('price'));
    await toolCall('Read', { file_path: '/repos/api/src/price.ts' }, agent);
    await send('SubagentStop', { ...agent, last_assistant_message: 'Half to even.' });
    const child = await sessionOf(`${sessionId}/sub1`);
    expect(child).toMatchObject({ parent: { sessionId, link: 'sub-agent' }, status: 'completed' });
    expect(child.workItem).toMatchObject({ description: task.prompt });
    expect((await sessionOf(sessionId)).status).toBe('working');
    const answers = await activitiesOf(`${sessionId}/sub1`);
    expect(answers.at(-1)).toMatchObject({ type: 'response', body: { text: 'Half to even.' } });
    expect(JSON.stringify(await activitiesOf(sessionId))).not.toContain('Half to even.');
    await send('SubagentStart', agent);
    const goesOn = { parent: { sessionId: `${sessionId}/sub1`, link: 'resume' } };
    expect(await sessionOf(`${sessionId}/sub1~2`)).toMatchObject(goesOn);
    const next = { description: 'Cents', prompt: 'Find out which prices are cents' };
    await send('PreToolUse', { tool_name: 'Task', tool_input: next, tool_use_id: 't2', agent_id: 'sub2' });
    await send('SubagentStart', { agent_id: 'sub3', agent_type: 'Explore' });
    // What it is asked says no work type: it is a part of what its session does.
    const { workType } = await sessionOf(sessionId);
    expect(workType).toBe('refactor');
    expect(await sessionOf(`${sessionId}/sub3`)).toMatchObject({ workType, workItem: { description: next.prompt } });
  });

  test('a session is of the client that spoke first: another name for the same events brings nothing', async () => {
    const sessionId = 'shared-1';
    await client('claude-code', sessionId).text('SessionStart', { source: 'startup' });
    const other = client('plugin', sessionId);
    expect(await other.text('UserPromptSubmit', { prompt: PROMPT })).toBe('');
    expect(await client('claude-code', sessionId).block('UserPromptSubmit', { prompt: PROMPT })).toContain(
      shown('auth'),
    );
    expect((await sessionOf(sessionId)).agentId).toBe('claude-code');
  });

  test('a client that nobody knows is refused', async () => {
    expect(await app.ask('post /v1/hooks/emacs', { body: {} })).toMatchObject({ status: 400 });
  });

  test('two hooks of one event do not bring its block twice', async () => {
    const { text, toolCall } = client();
    await text('SessionStart', { source: 'startup' });
    const both = await Promise.all([1, 2].map(() => text('UserPromptSubmit', { prompt: PROMPT, prompt_id: 'p' })));
    // A busy machine may be over the budget of both: then a later event brings it.
    const later = async (): Promise<string> => {
      both.push(await toolCall('TodoWrite', {}));
      return both.join('');
    };
    await expect.poll(later, { timeout: 30_000 }).toContain(shown('auth'));
    for (let more = 0; more < 5; more += 1) await later();
    expect(both.join('').split(shown('auth'))).toHaveLength(2);
  });

  describe('switched off', () => {
    test('by a prompt: nothing comes and nothing is written until it is switched on', async () => {
      const { sessionId, send, text, block, toolCall } = client();
      expect(await send('UserPromptSubmit', { prompt: '/inkling off' })).toMatchObject({ decision: 'block' });
      expect(await text('UserPromptSubmit', { prompt: PROMPT })).toBe('');
      expect(await toolCall('Edit', { file_path: 'src/price.ts' })).toBe('');
      await send('SubagentStart', { agent_id: 'quiet', agent_type: 'Explore' });
      expect((await app.ask(`get /v1/sessions/${sessionId}%2Fquiet`)).status).toBe(404);
      await send('Stop', { last_assistant_message: 'The price is rounded.' });
      expect(JSON.stringify(await activitiesOf(sessionId))).not.toContain('price');
      expect(await send('UserPromptSubmit', { prompt: ' /inkling on ' })).toMatchObject({ decision: 'block' });
      expect(await block('UserPromptSubmit', { prompt: PROMPT })).toContain(shown('auth'));
    });

    test('by the environment of the client: the session does not even exist', async () => {
      const { sessionId, send } = client();
      expect(await send('UserPromptSubmit', { prompt: PROMPT }, { 'inkling-off': '1' })).toEqual({});
      expect(await app.ask(`get /v1/sessions/${sessionId}`)).toMatchObject({ status: 404 });
    });
  });

  test.each([[[]], [{}], ['text'], [{ session_id: 7, hook_event_name: 'PreToolUse' }]])(
    '%j is answered with nothing',
    async (body) => {
      expect(await app.ask('post /v1/hooks/claude-code', { body })).toMatchObject({ status: 200, body: {} });
    },
  );

  test('a session that another worker holds is left to it', async () => {
    await app.ask('post /v1/sessions', { body: { id: 'held-1', agentId: 'claude-code' } });
    await app.ask('post /v1/sessions/held-1/claim', { body: { workerId: 'w', ttlMs: 600_000 } });
    expect(await client('claude-code', 'held-1').text('UserPromptSubmit', { prompt: PROMPT })).toBe('');
  });

  test('a daemon that starts anew holds the sessions that it held, and repeats nothing', async () => {
    const before = client();
    await before.block('UserPromptSubmit', { prompt: PROMPT });
    await before.send('UserPromptSubmit', { prompt: '/inkling off' });
    const facets = `get /v1/sessions/${before.sessionId}/facets`;
    await expect.poll(async () => JSON.stringify((await app.ask(facets)).body)).toContain('"inkling"');
    const anew = servicesAnew();
    const answer = (fields: object): Promise<{ output: unknown; outcome: string }> =>
      anew.answer(app.memory.org('local'), {
        client: 'claude-code',
        payload: { session_id: before.sessionId, cwd: '/repos/api', ...fields },
        isOff: false,
        signal: new AbortController().signal,
      });
    const prompt = { hook_event_name: 'UserPromptSubmit', prompt: PROMPT };
    expect(await answer(prompt)).toMatchObject({ outcome: 'off', output: {} });
    await answer({ hook_event_name: 'UserPromptSubmit', prompt: '/inkling on' });
    expect(await answer(prompt)).toMatchObject({ outcome: 'answered', output: {} });
  });

  test('how hooks were answered is reported', async () => {
    const { body } = await app.ask<{ rows: { event: string; outcomes: Record<string, number> }[] }>('get /v1/hooks');
    const prompts = body.rows.find(({ event }) => event === 'prompt');
    expect(prompts?.outcomes['answered']).toBeGreaterThan(0);
    expect(app.failures).toEqual([]);
  });

  test(`every operation was asked on ${kind}, and its answer fits the document`, () => {
    expect(unasked('hook-routes', app)).toEqual([]);
  });
});
