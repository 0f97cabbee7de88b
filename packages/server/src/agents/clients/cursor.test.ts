import { describe, expect, test } from 'vitest';
import { cursor } from './cursor.ts';
import { carriesContext, NO_ANSWER } from './hook-event.ts';

// Payloads as Cursor's documentation has them.
const common = {
  conversation_id: 'cu-1',
  generation_id: 'gen-1',
  model: 'claude-opus',
  cursor_version: '2.6.0',
  workspace_roots: ['/repo', '/other'],
  transcript_path: null,
};
const read = { ...common, tool_name: 'Read', tool_input: { file_path: '/repo/src/cookie.ts' }, tool_use_id: 'tu-1' };
const blocks = ['[Context from memory]\nnotes\n[End of context from memory]'];

describe('events', () => {
  test.each([
    [
      { ...common, hook_event_name: 'sessionStart', session_id: 'cu-1', is_background_agent: false },
      { kind: 'session-start', source: 'startup', sessionId: 'cu-1', directory: '/repo' },
    ],
    [
      { ...common, hook_event_name: 'beforeSubmitPrompt', prompt: 'Fix it', attachments: [] },
      { kind: 'prompt', text: 'Fix it', promptId: 'gen-1' },
    ],
    [
      { ...read, hook_event_name: 'preToolUse', cwd: '/repo/src' },
      { kind: 'pre-tool', callId: 'tu-1', directory: '/repo/src' },
    ],
    [
      { ...read, hook_event_name: 'postToolUse', tool_output: '{}', duration: 5 },
      { kind: 'post-tool', failure: null },
    ],
    [
      { ...read, hook_event_name: 'postToolUseFailure', error_message: 'No such file', failure_type: 'error' },
      { kind: 'post-tool', failure: 'No such file' },
    ],
    [
      { ...common, hook_event_name: 'afterAgentResponse', text: 'Done.' },
      { kind: 'turn-end', text: 'Done.', sessionId: 'cu-1' },
    ],
    [{ ...common, hook_event_name: 'preCompact', trigger: 'auto' }, { kind: 'pre-compact' }],
    [
      { ...common, hook_event_name: 'sessionEnd', reason: 'completed' },
      { kind: 'session-end', reason: 'completed' },
    ],
    [{ ...common, hook_event_name: 'postToolUse' }, { kind: 'ignored' }],
    [{ ...common, hook_event_name: 'stop', status: 'completed' }, { kind: 'ignored' }],
    [{ hook_event_name: 'preToolUse', tool_name: 'Read' }, { kind: 'ignored' }],
    [{ hook_event_name: 'sessionStart', sessionId: 'not-of-cursor' }, { kind: 'ignored' }],
    ['text', { kind: 'ignored' }],
  ])('%j', (payload, expected) => {
    expect(cursor.readEvent(payload)).toMatchObject(expected);
  });
});

test.each([
  [JSON.stringify({ exitCode: 1, stdout: '1 failed', stderr: 'npm error' }), { failure: '1 failed\nnpm error' }],
  [JSON.stringify({ exitCode: 1, output: '1 failed' }), { failure: '1 failed' }],
  [JSON.stringify({ exitCode: 2 }), { failure: 'exit code 2' }],
  [JSON.stringify({ exitCode: 0, stdout: '3 passed' }), { failure: null }],
  [JSON.stringify({ stdout: '3 passed' }), { failure: null, isUnsure: true }],
  ['3 passed', { failure: null, isUnsure: true }],
  [undefined, { failure: null, isUnsure: true }],
])('a command with the output %j', (tool_output, end) => {
  const run = { ...common, tool_name: 'Shell', tool_input: { command: 'npm test' }, tool_use_id: 'tu-2' };
  const event = cursor.readEvent({ ...run, hook_event_name: 'postToolUse', tool_output, duration: 5 });
  expect(event).toMatchObject({ kind: 'post-tool', ...end });
  expect('isUnsure' in event).toBe('isUnsure' in end);
});

describe('answers', () => {
  const answered = (event: object, answer: Partial<typeof NO_ANSWER>): unknown =>
    cursor.renderAnswer(cursor.readEvent(event), { ...NO_ANSWER, ...answer });

  test('text goes to the start and to the end of a call, under its own name', () => {
    const expected = { additional_context: blocks[0] };
    expect(answered({ ...common, hook_event_name: 'sessionStart' }, { blocks })).toEqual(expected);
    expect(answered({ ...read, hook_event_name: 'postToolUse' }, { blocks })).toEqual(expected);
  });

  test.each([
    ['3.20.0', true],
    ['3.21.4', true],
    ['4.0.1', true],
    ['3.19.9', false],
    ['2.30.0', false],
    ['2026.07.23', false],
    ['nightly', false],
    [undefined, false],
  ])(
    'of version %s a prompt takes text: %s; else what was found for it waits for the next call',
    (version, isTaken) => {
      const prompt = { ...common, cursor_version: version, hook_event_name: 'beforeSubmitPrompt', prompt: 'Fix it' };
      expect(carriesContext(cursor, cursor.readEvent(prompt))).toBe(isTaken);
      expect(answered(prompt, { blocks })).toEqual(isTaken ? { continue: true, additional_context: blocks[0] } : {});
      expect(answered(prompt, {})).toEqual({});
    },
  );

  test('a call that failed takes none', () => {
    const failed = { ...read, hook_event_name: 'postToolUseFailure', error_message: 'No such file' };
    expect(answered(failed, { blocks })).toEqual({});
  });

  test('a prompt for Inkling is not sent', () => {
    const event = { ...common, hook_event_name: 'beforeSubmitPrompt', prompt: '/inkling off' };
    expect(answered(event, { notice: 'Off.' })).toEqual({ continue: false, user_message: 'Off.' });
  });
});
