import { describe, expect, test } from 'vitest';
import { geminiCli } from './gemini-cli.ts';
import { NO_ANSWER } from './hook-event.ts';

const common = { session_id: 'gm-1', cwd: '/repo', transcript_path: '/t.json', timestamp: '2026-11-22T08:00:00.000Z' };
const read = { ...common, tool_name: 'read_file', tool_input: { file_path: 'src/cookie.ts' } };
const blocks = ['[Context from memory]\nnotes\n[End of context from memory]'];

describe('events', () => {
  test.each([
    [
      { ...common, hook_event_name: 'SessionStart', source: 'startup' },
      { kind: 'session-start', source: 'startup' },
    ],
    [
      { ...common, hook_event_name: 'SessionStart', source: 'resume' },
      { kind: 'session-start', source: 'resume' },
    ],
    [
      { ...common, hook_event_name: 'SessionStart', source: 'clear' },
      { kind: 'session-start', source: 'clear' },
    ],
    [
      { ...common, hook_event_name: 'BeforeAgent', prompt: 'Fix it' },
      { kind: 'prompt', text: 'Fix it' },
    ],
    [
      { ...read, hook_event_name: 'BeforeTool' },
      { kind: 'pre-tool', toolName: 'read_file', callId: null },
    ],
    [
      { ...read, hook_event_name: 'AfterTool', tool_response: { llmContent: 'text', returnDisplay: '' } },
      { kind: 'post-tool', toolInput: { file_path: 'src/cookie.ts' }, failure: null },
    ],
    [
      { ...read, hook_event_name: 'AfterTool', tool_response: { error: { message: 'File not found', type: 'x' } } },
      { kind: 'post-tool', failure: 'File not found' },
    ],
    [{ ...read, hook_event_name: 'AfterTool', tool_response: { error: 'broken' } }, { failure: 'broken' }],
    [{ ...read, hook_event_name: 'AfterTool', tool_response: { error: 7 } }, { failure: 'failed' }],
    [
      { ...common, hook_event_name: 'AfterAgent', prompt_response: 'Done' },
      { kind: 'turn-end', text: 'Done' },
    ],
    [
      { ...common, hook_event_name: 'SessionEnd', reason: 'exit' },
      { kind: 'session-end', reason: 'exit' },
    ],
    [{ ...common, hook_event_name: 'PreCompress', trigger: 'auto' }, { kind: 'ignored' }],
    [{ ...common, hook_event_name: 'BeforeTool' }, { kind: 'ignored' }],
    [{ hook_event_name: 'BeforeAgent', prompt: 'Fix it' }, { kind: 'ignored' }],
    [null, { kind: 'ignored' }],
  ])('%j', (payload, expected) => {
    expect(geminiCli.readEvent(payload)).toMatchObject(expected);
  });
});

describe('how a command ended', () => {
  const ran = (llmContent: unknown): unknown =>
    geminiCli.readEvent({
      ...common,
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'npm test' },
      tool_response: { llmContent, returnDisplay: '' },
    });

  const enclosed = (text: string): string => `<untrusted_context>\n${text}\n</untrusted_context>`;

  test.each([
    ['Output: 1 failed\nExit Code: 1\nProcess Group PGID: 7', '1 failed\nExit Code: 1\nProcess Group PGID: 7'],
    ['Output: 3 passed\nProcess Group PGID: 7', null],
    [
      enclosed('Output: 1 failed\nExit Code: 1\nProcess Group PGID: 7'),
      '1 failed\nExit Code: 1\nProcess Group PGID: 7',
    ],
    [enclosed('Output: 3 passed\nProcess Group PGID: 7'), null],
    ['Output: exit code: 137 means no memory\nProcess Group PGID: 7', null],
    ['Output: a line\nexit code: 137\nExit Code: 0', null],
    ['Command: npm test\nStdout: 3 passed\nOutput: 3 passed\nExit Code: 0', null],
  ])('%j stands in what it printed', (text, failure) => {
    expect(ran(text)).toMatchObject({ kind: 'post-tool', failure });
    expect(ran(text)).not.toHaveProperty('isUnsure');
  });

  test.each([
    'Command moved to background (PID: 7). Output hidden. Press Ctrl+B to view.',
    'Command was cancelled by user before it could complete.',
    'Output: 1 passed\nSignal: 9',
    enclosed('Output: 1 passed\nSignal: 9'),
    undefined,
  ])('after %j nobody knows', (text) => {
    expect(ran(text)).toMatchObject({ failure: null, isUnsure: true });
  });
});

describe('answers', () => {
  const answered = (event: object, answer: Partial<typeof NO_ANSWER>): unknown =>
    geminiCli.renderAnswer(geminiCli.readEvent(event), { ...NO_ANSWER, ...answer });

  test('text goes to the start, the prompt and the end of a call; before a call it would be lost', () => {
    expect(answered({ ...common, hook_event_name: 'BeforeAgent', prompt: 'Fix it' }, { blocks })).toEqual({
      hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: blocks[0] },
    });
    expect(answered({ ...read, hook_event_name: 'AfterTool' }, { blocks })).toEqual({
      hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: blocks[0] },
    });
    expect(answered({ ...read, hook_event_name: 'BeforeTool' }, { blocks })).toEqual({});
    expect(geminiCli.takesContext.has('pre-tool')).toBe(false);
  });

  test('a prompt for Inkling does not reach the model', () => {
    expect(answered({ ...common, hook_event_name: 'BeforeAgent', prompt: '/inkling off' }, { notice: 'Off.' })).toEqual(
      {
        decision: 'deny',
        reason: 'Off.',
      },
    );
  });
});
