import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/git-fixture.ts';
import { findTranscripts } from './find-transcripts.ts';
import { readOpencodeHead } from './read-opencode-transcript.ts';
import { readDirectory, readTranscript } from './read-transcript.ts';
import type { Transcript, TranscriptAgent } from './transcript.ts';

let directory: string;
beforeEach(() => (directory = temporaryDirectory()));
afterEach(() => removeDirectory(directory));

function write(name: string, content: unknown): string {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  const lines = Array.isArray(content)
    ? content.map((line) => JSON.stringify(line)).join('\n')
    : JSON.stringify(content);
  writeFileSync(file, typeof content === 'string' ? content : lines);
  utimesSync(file, 1_770_000_000, 1_770_000_000);
  return file;
}

async function readAll(agent: TranscriptAgent): Promise<Transcript[]> {
  const files = await findTranscripts(agent, directory);
  return Promise.all(files.map(async (file) => (await readTranscript(file)).transcript));
}

/** What was said and done, in order. */
const told = ({ events }: Transcript): string[] =>
  events.map((event) => {
    if (event.type === 'command') return `${event.type}: ${event.command} ${event.succeeded ? 'passed' : 'failed'}`;
    return `${event.type}: ${event.type === 'edit' ? event.path : event.text}`;
  });

describe('what the agent told its user is read in its place, without thoughts, calls and sub-agents', () => {
  test('Codex: once, also where a message is reported by itself', async () => {
    const item = (role: string, text: string): object => ({
      type: 'response_item',
      payload: { type: 'message', role, content: [{ type: 'output_text', text }] },
    });
    const event = (type: string, message: string): object => ({ type: 'event_msg', payload: { type, message } });
    write('rollout-1.jsonl', [
      item('user', 'Which retries?'),
      item('user', '<environment_context><cwd>/repo</cwd></environment_context>'),
      item('user', '# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>Use pnpm.</INSTRUCTIONS>'),
      item('developer', 'Sandbox.'),
      { type: 'response_item', payload: { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] } },
      event('agent_message', 'Only 429 and 408.'),
      item('assistant', 'Only 429 and 408.'),
      event('agent_reasoning', 'Hm.'),
    ]);
    write('rollout-2.jsonl', [
      event('user_message', '<QueueTable> renders twice. Key its rows.'),
      event(
        'user_message',
        '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nBy id.',
      ),
      item('assistant', 'Only 429.'),
    ]);
    write('rollout-3.jsonl', [
      { type: 'session_meta', payload: { id: 's', source: { subagent: 'review' } } },
      item('user', 'Review it.'),
      item('assistant', 'Fine.'),
    ]);
    expect((await readAll('codex')).map(told)).toEqual([
      ['prompt: Which retries?', 'answer: Only 429 and 408.'],
      ['prompt: <QueueTable> renders twice. Key its rows.', 'prompt: By id.', 'answer: Only 429.'],
      [],
    ]);
  });

  test('Codex: without the turns that were rolled back', async () => {
    const item = (role: string, text: string): object => ({
      type: 'response_item',
      payload: { type: 'message', role, content: [{ type: 'output_text', text }] },
    });
    const event = (type: string, more: object): object => ({ type: 'event_msg', payload: { type, ...more } });
    const turn = (prompt: string, answer: string): object[] => [
      item('user', prompt),
      event('user_message', { message: prompt }),
      event('agent_message', { message: answer }),
      item('assistant', answer),
    ];
    const messages = (prompt: string, answer: string): object[] => [item('user', prompt), item('assistant', answer)];
    const back = (turns: number): object => event('thread_rolled_back', { num_turns: turns });
    for (const [index, telling] of [turn, messages].entries()) {
      write(`rollout-${index}.jsonl`, [
        ...telling('Which limit?', 'I suggest 300.'),
        ...telling('Always 300.', 'It is 300.'),
        ...telling('And 30 in tests.', 'It is 30.'),
        back(2),
        ...telling('No, 50.', 'It is 50.'),
      ]);
    }
    write('rollout-2.jsonl', [...turn('Which limit?', 'I suggest 300.'), back(9), back(0), ...turn('All?', 'Yes.')]);
    const kept = ['prompt: Which limit?', 'answer: I suggest 300.', 'prompt: No, 50.', 'answer: It is 50.'];
    expect((await readAll('codex')).map(told)).toEqual([kept, kept, ['prompt: All?', 'answer: Yes.']]);
  });

  test('Gemini CLI: before the calls of the same message', async () => {
    const call = { name: 'replace', args: { file_path: 'a.py' }, status: 'success', result: [] };
    const messages = [
      { id: '1', type: 'user', content: 'Mock it?' },
      {
        id: '2',
        type: 'gemini',
        content: [{ text: 'Hm.', thought: true }, { text: 'No, use the real one.' }],
        toolCalls: [call],
      },
      { id: '3', type: 'info', content: 'Update available' },
    ];
    const typed = ['/memory show', '/git:commit', '/src/queue.ts drops jobs.', '/queue.ts is wrong.'];
    const user = typed.map((content, index) => ({ id: String(index), type: 'user', content }));
    write('chats/session-1.json', { sessionId: 's', messages });
    write('chats/session-2.json', { sessionId: 't', kind: 'subagent', messages });
    write('chats/session-3.json', { sessionId: 'u', messages: user });
    expect((await readAll('gemini')).map(told)).toEqual([
      ['prompt: Mock it?', 'answer: No, use the real one.', 'edit: a.py'],
      [],
      ['prompt: /src/queue.ts drops jobs.', 'prompt: /queue.ts is wrong.'],
    ]);
  });
});

describe('opencode', () => {
  const INFO = {
    id: 'ses_a',
    directory: '/repo/api',
    title: 'Retries',
    time: { created: 1, updated: 1_770_000_009_000 },
  };
  const user = { id: 'msg_1', role: 'user', time: { created: 1_770_000_001_000 } };
  const assistant = { id: 'msg_2', role: 'assistant', time: { created: 1_770_000_002_000 } };
  const PARTS = {
    user: [
      { type: 'text', text: 'Called the Read tool with a.ts', synthetic: true },
      // As `opencode run` passes it on.
      { type: 'text', text: '"Which retries?"' },
    ],
    assistant: [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Only 429 and 408.' },
      {
        type: 'tool',
        tool: 'edit',
        state: { status: 'completed', input: { filePath: '/repo/api/a.ts' }, output: '', time: { start: 1, end: 2 } },
      },
      {
        type: 'tool',
        tool: 'bash',
        state: { status: 'completed', input: { command: 'npm test' }, output: '1 failed', metadata: { exit: 1 } },
      },
      { type: 'tool', tool: 'edit', state: { status: 'running', input: { filePath: 'b.ts' } } },
    ],
  };
  const EXPECTED = [
    'prompt: Which retries?',
    'answer: Only 429 and 408.',
    'edit: /repo/api/a.ts',
    'command: npm test failed',
  ];

  test('a session, its messages and their parts lie in files of their own', async () => {
    write('session/9f/ses_a.json', INFO);
    write('session/9f/ses_b.json', { ...INFO, id: 'ses_b', parentID: 'ses_a' });
    write('session_diff/ses_a.json', []);
    write('message/ses_a/msg_2.json', assistant);
    write('message/ses_a/msg_1.json', user);
    write('message/ses_b/msg_1.json', user);
    PARTS.user.forEach((part, index) => write(`part/msg_1/prt_${index}.json`, part));
    PARTS.assistant.forEach((part, index) => write(`part/msg_2/prt_${index}.json`, part));
    const found = await readAll('opencode');
    expect(found.map(told)).toEqual([EXPECTED, []]);
    expect(found[0]).toMatchObject({ sessionId: 'ses_a', directory: '/repo/api', title: 'Retries' });
    expect(found[0]!.events[0]!.at).toBe('2026-02-02T02:40:01.000Z');
    expect(found[0]!.endedAt).toBe('2026-02-02T02:40:09.000Z');
  });

  test('where a session was held is told without its messages', async () => {
    const file = write('session/9f/ses_a.json', INFO);
    write('message/ses_a/msg_1.json', user);
    expect(await readOpencodeHead(file)).toEqual({ info: INFO });
    const [session] = await findTranscripts('opencode', directory);
    expect(await readDirectory(session!)).toBe('/repo/api');
  });

  test('an export is one file, and a summary after a compaction is not the agent’s word', async () => {
    const summary = { info: { ...assistant, summary: true }, parts: [{ type: 'text', text: 'So far.' }] };
    const messages = [{ info: user, parts: PARTS.user }, { info: assistant, parts: PARTS.assistant }, summary];
    write('exports/ses_a.json', { info: INFO, messages });
    expect((await readAll('opencode')).map(told)).toEqual([EXPECTED]);
  });
});

test('Copilot CLI: what user and agent said and did, without skills and sub-agents', async () => {
  const event = (type: string, data: object, more = {}): object => ({
    type,
    data,
    timestamp: '2026-03-01T10:00:00.000Z',
    ...more,
  });
  const call = (toolCallId: string, toolName: string, input: object | string, content: string): object[] => [
    event('tool.execution_start', { toolCallId, toolName, arguments: input }),
    event('tool.execution_complete', { toolCallId, success: true, result: { content } }),
  ];
  write('0a1b2c3d/events.jsonl', [
    event('session.start', { sessionId: '0a1b', context: { cwd: '/repo/api' } }),
    event('user.message', { content: 'Which retries?', transformedContent: '<reminder/>Which retries?' }),
    event('user.message', { content: 'Skill text', source: 'skill-pdf' }),
    event('assistant.message', { content: '', reasoningText: 'Hm.', toolRequests: [] }),
    event('assistant.message', { content: 'From a sub-agent' }, { agentId: 'a' }),
    event('assistant.message', { content: 'From another', parentToolCallId: 'c' }),
    ...call('1', 'bash', { command: 'npm test' }, '1 failed\n<exited with exit code 1>'),
    ...call('2', 'edit', { path: '/repo/api/a.ts', old_str: 'a', new_str: 'b' }, 'ok'),
    ...call('3', 'bash', { command: 'npm test' }, '1 passed\n<exited with exit code 0>'),
    ...call('4', 'apply_patch', '*** Begin Patch\n*** Update File: src/b.ts\n@@\n-a\n+b\n*** End Patch', 'ok'),
    event('assistant.message', { content: 'Only 429 and 408.' }),
  ]);
  write('0a1b2c3d/files/notes.jsonl', [event('user.message', { content: 'A file' })]);
  const [transcript, ...others] = await readAll('copilot-cli');
  expect(others).toEqual([]);
  expect(transcript).toMatchObject({ sessionId: '0a1b', directory: '/repo/api' });
  expect(told(transcript!)).toEqual([
    'prompt: Which retries?',
    'command: npm test failed',
    'edit: /repo/api/a.ts',
    'command: npm test passed',
    'edit: src/b.ts',
    'answer: Only 429 and 408.',
  ]);
});

describe('Cursor', () => {
  const said = (role: string, text: string, ...parts: object[]): object => ({
    role,
    message: { content: [{ type: 'text', text }, ...parts] },
  });
  const edit = {
    type: 'tool_use',
    name: 'StrReplace',
    input: { path: '/repo/my.api/src/a.ts', old_string: 'a', new_string: 'b' },
  };
  const folder = 'repo-my-api/agent-transcripts';

  test('lines: what was typed stands between what the client adds, edits are taken to have been made', async () => {
    write(`${folder}/s1/s1.jsonl`, [
      said(
        'user',
        '<open_files>x</open_files>\n<timestamp>Monday, Aug 31, 2026, 5:52 AM (UTC-4)</timestamp>\n<user_query>\nWhich retries?\n</user_query>',
      ),
      said('assistant', '[REDACTED]', edit, { type: 'tool_use', name: 'Shell', input: { command: 'npm test' } }),
      said('assistant', 'Only 429 and 408.'),
      { type: 'turn_ended', status: 'success' },
      said('user', '<system_notification>Done</system_notification>'),
    ]);
    write(`${folder}/s1/subagents/s2.jsonl`, [said('user', 'Look around.')]);
    write('repo-my-api/terminals/1.txt', 'user:\nnot a transcript');
    const [transcript, ...others] = await readAll('cursor');
    expect(others).toEqual([]);
    expect(transcript).toMatchObject({
      sessionId: 's1',
      directory: '/repo/my.api',
      endedAt: '2026-08-31T09:52:00.000Z',
    });
    expect(told(transcript!)).toEqual([
      'prompt: Which retries?',
      'edit: /repo/my.api/src/a.ts',
      'answer: Only 429 and 408.',
    ]);
  });

  test('an older text: nothing behind a thought up to the next mark, and the time is the file’s', async () => {
    const text = [
      'user:\n<user_query>\nWhich retries?\n</user_query>\n',
      'assistant:\nI look.\n[Thinking] Hm.\n\nHm again.\n[Tool call] Shell\n  command: npm test\n\n[Tool result] Shell\n1 failed\n\nOnly 429.\n',
      'user:\nand 408\n',
    ];
    const file = write(`${folder}/s3.txt`, text.join('\n'));
    const [transcript] = await readAll('cursor');
    expect(told(transcript!)).toEqual(['prompt: Which retries?', 'answer: I look.\n\nOnly 429.', 'prompt: and 408']);
    expect(transcript!.endedAt).toBe(statSync(file).mtime.toISOString());
    expect(transcript!.events[0]!.at).toBe('2026-02-02T02:40:00.000Z');
  });

  test('a project’s folder tells its directory when it is on this disk', async () => {
    const work = path.join(directory, '.hidden', 'my.api');
    mkdirSync(work, { recursive: true });
    const name = work.replaceAll(/[^a-z0-9]+/giu, '-').replace(/^-/u, '');
    write(`${name}/agent-transcripts/s4.txt`, 'user:\nWhich retries?\n');
    expect(await readAll('cursor')).toMatchObject([{ directory: work }]);
  });
});
