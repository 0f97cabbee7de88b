import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';
import { hookWorld } from './hook-world.ts';

const AUTH = 'Auth middleware: a request without the session header is a guest, never read user.id before that check.';
const PRICE = 'Prices are rounded half to even in the price formatter, or invoices differ by a cent.';
const LOGIN = 'ENG-412: logins end with the browser session, as decided with the security team.';
const PROMPT = 'Fix the auth middleware: session header of a guest request';

describeOnEachDatabase('what a conversation was given', (open) => {
  let app: DaemonApp;
  let directory: string;
  beforeAll(async () => {
    directory = temporaryDirectory();
    // No test here is about time.
    app = await daemonApp(await open(), { clock: slowClock });
    const notes = { [AUTH]: 'src/auth/middleware.ts', [PRICE]: 'src/price.ts', [LOGIN]: 'src/login.ts' };
    for (const [content, file] of Object.entries(notes)) {
      await app.ask('post /v1/observations', { body: { content, projectId: 'api', metadata: { paths: [file] } } });
    }
    await app.ask('post /v1/warm', { body: { projectId: 'api' } });
  });
  afterAll(() => removeDirectory(directory));
  const { client, sessionOf, injectsOf, servicesAnew } = hookWorld(() => app);

  test('a first prompt of several lines is looked up by all of them', async () => {
    const { block } = client();
    const prompt = `Please have a look at this report.\n\n    ${PROMPT}`;
    expect(await block('UserPromptSubmit', { prompt })).toContain(AUTH.slice(0, 40));
  });

  test('a prompt that only says go on brings nothing, and the next one says what the session is about', async () => {
    const { sessionId, text, block } = client();
    expect(await text('UserPromptSubmit', { prompt: 'ok, continue' })).toBe('');
    expect((await sessionOf(sessionId)).workItem?.title ?? null).toBeNull();
    expect(await block('UserPromptSubmit', { prompt: PROMPT })).toContain(AUTH.slice(0, 40));
    expect(await sessionOf(sessionId)).toMatchObject({ workItem: { title: PROMPT } });
  });

  test('after a compaction the block comes again; the summariser is told to leave blocks out', async () => {
    const { sessionId, send, text, block } = client();
    await text('SessionStart', { source: 'startup' });
    const first = await block('UserPromptSubmit', { prompt: PROMPT });
    expect(await send('PreCompact', { trigger: 'auto' })).toEqual({ plain: expect.stringContaining('Leave out') });
    // The same notes; the tag names the stretch.
    const again = await block('SessionStart', { source: 'compact' });
    expect(again).toBe(first.replaceAll(/(?<=\([0-9a-z]{8}-)1(?=\))/g, '2'));
    expect(await sessionOf(sessionId)).toMatchObject({ epoch: 1 });
  });

  test('where nothing is told behind a compaction the block comes with the event after it', async () => {
    const { send, text, block } = client('copilot-cli');
    const first = await block('UserPromptSubmit', { prompt: PROMPT });
    await send('PreCompact', { trigger: 'auto' });
    const call = { tool_name: 'TodoWrite', tool_input: {} };
    let again = '';
    for (let more = 0; again === '' && more < 50; more += 1) again = await text('PostToolUse', call);
    expect(again).toBe(first.replaceAll(/(?<=\([0-9a-z]{8}-)1(?=\))/g, '2'));
  });

  test('a block that the version of a client takes neither with a prompt nor with a failed call waits for the next one', async () => {
    const { send } = client('cursor');
    expect(await send('beforeSubmitPrompt', { prompt: PROMPT, cursor_version: '3.19.0' })).toEqual({});
    const failed = { tool_name: 'Read', tool_input: {}, error_message: 'No such file' };
    expect(await send('postToolUseFailure', failed)).toEqual({});
    const call = { tool_name: 'TodoWrite', tool_input: {} };
    const given = async (): Promise<unknown> => (await send('postToolUse', call))['additional_context'];
    await expect.poll(given, { timeout: 30_000 }).toContain(AUTH.slice(0, 40));
  });

  test('a session that is resumed has its blocks still: nothing comes twice, also after its end', async () => {
    const { sessionId, send, text, block, toolCall } = client();
    await block('UserPromptSubmit', { prompt: PROMPT });
    expect(await text('SessionStart', { source: 'resume' })).toBe('');
    await send('SessionEnd', { reason: 'prompt_input_exit' });
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', endReason: 'prompt_input_exit' });
    expect(await text('SessionStart', { source: 'resume' })).toBe('');
    expect(await text('UserPromptSubmit', { prompt: PROMPT })).toBe('');
    expect(await toolCall('Edit', { file_path: '/repos/api/src/auth/middleware.ts' })).toBe('');
    expect(await sessionOf(`${sessionId}~2`)).toMatchObject({ parent: { sessionId, link: 'resume' } });
  });

  test('what a conversation was given is not given again, over four resumes and daemons that start anew', async () => {
    const { sessionId, send, text, block, toolCall } = client();
    const first = await block('UserPromptSubmit', { prompt: PROMPT });
    const edit = (): Promise<string> => toolCall('Edit', { file_path: '/repos/api/src/price.ts' });
    let hint = '';
    for (let more = 0; hint === '' && more < 50; more += 1) hint = await edit();
    for (let resume = 0; resume < 4; resume += 1) {
      await send('SessionEnd', { reason: 'other' });
      const services = servicesAnew();
      const answer = async (hook_event_name: string, fields: object): Promise<unknown> => {
        const payload = { session_id: sessionId, cwd: '/repos/api', hook_event_name, ...fields };
        const call = { client: 'claude-code', payload, isOff: false, signal: new AbortController().signal } as const;
        return (await services.answer(app.memory.org('local'), call)).output;
      };
      expect(await answer('SessionStart', { source: 'resume' })).toEqual({});
      expect(await answer('UserPromptSubmit', { prompt: PROMPT })).toEqual({});
      const call = {
        tool_name: 'Edit',
        tool_input: { file_path: '/repos/api/src/price.ts' },
        tool_use_id: `r${resume}`,
      };
      await answer('PreToolUse', call);
      expect(await answer('PostToolUse', call)).toEqual({});
      expect(await text('SessionStart', { source: 'resume' })).toBe('');
    }
    expect(await sessionOf(`${sessionId}~5`)).toMatchObject({
      parent: { sessionId: `${sessionId}~4`, link: 'resume' },
    });
    // One nonce for the whole conversation.
    expect(hint.split('\n', 1)).toEqual(first.split('\n', 1));
  });

  test('of a session whose start and prompt nobody heard the block of the start comes with its first tool call', async () => {
    const sessionId = 'unheard';
    const services = servicesAnew('ENG-412');
    const answer = async (hook_event_name: string): Promise<string> => {
      const call = { tool_name: 'Read', tool_input: { file_path: '/repos/api/README.md' }, tool_use_id: 'u1' };
      const payload = { session_id: sessionId, cwd: '/repos/api', hook_event_name, ...call };
      const signal = new AbortController().signal;
      const hook = { client: 'claude-code', payload, isOff: false, signal } as const;
      return JSON.stringify((await services.answer(app.memory.org('local'), hook)).output);
    };
    expect(await answer('PreToolUse')).toBe('{}');
    const waiting = async (): Promise<unknown> => (await injectsOf(sessionId)).map(({ source }) => source);
    await expect.poll(waiting).toEqual(['session-start']);
    expect(await answer('PostToolUse')).toContain('logins end with the browser session');
    expect(await answer('PostToolUse')).not.toContain('logins end with the browser session');
  });

  test('a block that did not reach the agent comes with the next event, and is acknowledged when the transcript has it', async () => {
    const { sessionId, text, block } = client();
    const transcript_path = path.join(directory, `${sessionId}.jsonl`);
    const write = (...records: object[]): void =>
      writeFileSync(transcript_path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const first = await block('UserPromptSubmit', { prompt: PROMPT, transcript_path });
    const statuses = async (): Promise<unknown> => (await injectsOf(sessionId)).map(({ status }) => status);
    await expect.poll(statuses).toEqual(['written']);
    write({ type: 'assistant', timestamp: later });
    const call = { tool_name: 'TodoWrite', tool_input: {}, tool_use_id: 't1', transcript_path };
    expect(await text('PostToolUse', call)).toBe(first);
    write({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't1' }] } }, { attachment: first });
    expect(await text('Stop', { transcript_path, last_assistant_message: 'Done.' })).toBe('');
    await expect.poll(statuses).toEqual(['acked']);
  });
});
