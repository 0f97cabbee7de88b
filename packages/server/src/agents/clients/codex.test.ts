import { describe, expect, test } from 'vitest';
import { codex } from './codex.ts';
import { NO_ANSWER } from './hook-event.ts';

const common = { session_id: 'cx-1', cwd: '/repo', transcript_path: '/t.jsonl', model: 'gpt-5.5', turn_id: '7' };
const shell = (command: string): object => ({
  ...common,
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_use_id: 'call_1',
  tool_input: { command },
});
const blocks = ['[Context from memory]\nnotes\n[End of context from memory]'];

describe('events', () => {
  test('a command that does not say how it ended is told so', () => {
    expect(codex.readEvent(shell('cat src/cookie.ts'))).toEqual({
      kind: 'post-tool',
      sessionId: 'cx-1',
      subAgentId: null,
      directory: '/repo',
      hookName: 'PostToolUse',
      toolName: 'Bash',
      callId: 'call_1',
      failure: null,
      isUnsure: true,
      toolInput: { command: 'cat src/cookie.ts' },
    });
  });

  test.each([
    ['ok', { failure: null, isUnsure: true }],
    ['Exit code: 0\nok', { failure: null }],
    ['Process exited with code 1\n1 failed', { failure: 'Process exited with code 1\n1 failed' }],
    ['Chunk ID: 1\nWall time: 2.1 seconds\nProcess exited with code 101\nOutput:\n1 failed', { failure: /1 failed$/u }],
    ['1 failed\n ELIFECYCLE  Command failed with exit code 1.\n', { failure: /^1 failed/u }],
    ['ok 1 - the child exited with code 2 as it should\n# pass 12\n# fail 0\n', { failure: null, isUnsure: true }],
    ['ok 1\nExit code: 2\n# pass 12', { failure: null, isUnsure: true }],
    [{ output: '1 failed', metadata: { exit_code: 2 } }, { failure: /1 failed/u }],
    ['{"output":"1 failed","metadata":{"exit_code":2}}', { failure: /^1 failed$/u }],
    [{ output: 'exit code 1', metadata: { exit_code: 0 } }, { failure: null }],
  ])('a command that says %j has failed when it says so, and nobody knows when it says nothing', (response, wanted) => {
    const event = codex.readEvent({ ...shell('npm test'), tool_response: response });
    const { failure } = wanted;
    expect(event).toMatchObject({
      ...wanted,
      failure: failure instanceof RegExp ? expect.stringMatching(failure) : failure,
    });
  });

  test.each(['When the runner ends with exit code 137 it ran out of memory.\n', 'Exit code: 137', 'exit code 137\n'])(
    'a file that says %j has been shown',
    (response) => {
      expect(codex.readEvent({ ...shell('cat docs/ci.md'), tool_response: response })).toMatchObject({
        failure: null,
        isUnsure: true,
      });
    },
  );

  test('the end of a turn has what it told its user; null when it said nothing', () => {
    const stop = { ...common, hook_event_name: 'Stop', transcript_path: '/ann/.codex/sessions/rollout-1.jsonl' };
    const ended = { kind: 'turn-end', sessionId: common.session_id, subAgentId: null, directory: '/repo' };
    const told = { ...ended, hookName: 'Stop', text: 'Done.' };
    expect(codex.readEvent({ ...stop, last_assistant_message: 'Done.' })).toEqual(told);
    expect(codex.readEvent({ ...stop, last_assistant_message: null })).toEqual({ ...told, text: null });
  });

  test('its session begins like Claude Code’s, after a compaction too', () => {
    expect(codex.readEvent({ ...common, hook_event_name: 'SessionStart', source: 'compact' })).toMatchObject({
      kind: 'session-start',
      source: 'compact',
    });
  });
});

describe('answers', () => {
  const answered = (event: object, answer: Partial<typeof NO_ANSWER>): unknown =>
    codex.renderAnswer(codex.readEvent({ ...common, ...event }), { ...NO_ANSWER, ...answer });

  test('text is in the one form that the schema has: an unknown field would drop it', () => {
    expect(answered({ hook_event_name: 'SessionStart', source: 'startup' }, { blocks })).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: blocks[0] },
    });
    expect(answered(shell('ls'), { blocks })).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: blocks[0] },
    });
  });

  test('a prompt for Inkling does not reach the model', () => {
    expect(answered({ hook_event_name: 'UserPromptSubmit', prompt: '/inkling off' }, { notice: 'Off.' })).toEqual({
      decision: 'block',
      reason: 'Off.',
    });
  });

  test('a compaction takes no advice, and an event without text gets an empty answer', () => {
    expect(answered({ hook_event_name: 'PreCompact' }, { summaryAdvice: 'leave out' })).toEqual({});
    expect(answered({ hook_event_name: 'Stop' }, { blocks })).toEqual({});
    expect(answered(shell('ls'), {})).toEqual({});
  });
});
