import { expect, test } from 'vitest';
import { copilotCli } from './copilot-cli.ts';
import { NO_ANSWER } from './hook-event.ts';

const common = { session_id: 'cp-1', cwd: '/repo', timestamp: '2026-11-22T08:00:00.000Z' };
const view = { ...common, tool_name: 'view', tool_input: { path: '/repo/src/cookie.ts' } };
const blocks = ['[Context from memory]\nnotes\n[End of context from memory]'];

const answered = (event: object, answer: Partial<typeof NO_ANSWER>): unknown =>
  copilotCli.renderAnswer(copilotCli.readEvent(event), { ...NO_ANSWER, ...answer });

test('events come in Claude Code’s form, without a number of the call', () => {
  expect(copilotCli.readEvent({ ...view, hook_event_name: 'PostToolUse', tool_result: {} })).toMatchObject({
    kind: 'post-tool',
    sessionId: 'cp-1',
    toolName: 'view',
    toolInput: { path: '/repo/src/cookie.ts' },
    callId: null,
    failure: null,
  });
  expect(copilotCli.readEvent({ ...common, hook_event_name: 'UserPromptSubmit', prompt: 'Fix it' })).toMatchObject({
    kind: 'prompt',
    text: 'Fix it',
  });
});

test.each([
  ['1 failed\n<exited with exit code 1>', { failure: '1 failed\n<exited with exit code 1>' }],
  [
    '1 failed\n<shellId: 0 completed with exit code 1>',
    { failure: '1 failed\n<shellId: 0 completed with exit code 1>' },
  ],
  ['3 passed\n<shellId: 0 completed with exit code 0>', { failure: null }],
  ['3 passed\n<exited with exit code 0>', { failure: null }],
  ['the child exited with exit code 2 as it should\n3 passed', { failure: null, isUnsure: true }],
  [undefined, { failure: null, isUnsure: true }],
])('a command that says %j at its end', (text_result_for_llm, end) => {
  const run = { ...common, tool_name: 'bash', tool_input: { command: 'npm test' } };
  const tool_result = { result_type: 'success', text_result_for_llm };
  const event = copilotCli.readEvent({ ...run, hook_event_name: 'PostToolUse', tool_result });
  expect(event).toMatchObject({ kind: 'post-tool', ...end });
  expect('isUnsure' in event).toBe('isUnsure' in end);
  // The tool's name is Claude Code's in some versions.
  expect(copilotCli.readEvent({ ...run, tool_name: 'Bash', hook_event_name: 'PostToolUse', tool_result })).toEqual({
    ...event,
    toolName: 'Bash',
  });
});

test('word of a background command is no prompt of the user', () => {
  const prompt = '<system_notification>\nShell command completed.\n</system_notification>';
  expect(copilotCli.readEvent({ ...common, hook_event_name: 'UserPromptSubmit', prompt })).toMatchObject({
    kind: 'ignored',
  });
});

test('a sub-agent is one of the session that dispatched it, though its events name it as their session', () => {
  const own = { ...common, session_id: 'cp-2', agent_id: 'cp-2', agent_type: 'explore', parent_agent_id: 'cp-1' };
  const read = (event: object): unknown => copilotCli.readEvent({ ...own, ...event });
  const task = { hook_event_name: 'UserPromptSubmit', prompt: 'Look at the cookies' };
  expect(read(task)).toMatchObject({ kind: 'prompt', sessionId: 'cp-1', subAgentId: 'cp-2', text: task.prompt });
  const { tool_name, tool_input } = view;
  const call = { hook_event_name: 'PostToolUse', tool_name, tool_input, tool_result: {} };
  expect(read(call)).toMatchObject({ kind: 'post-tool', sessionId: 'cp-1', subAgentId: 'cp-2' });
  expect(read({ hook_event_name: 'Stop', stop_reason: 'end_turn' })).toMatchObject({ kind: 'ignored' });
  const end = { hook_event_name: 'SubagentStop', session_id: 'cp-1', last_assistant_message: 'A day.' };
  expect(read(end)).toMatchObject({ kind: 'sub-agent-stop', sessionId: 'cp-1', subAgentId: 'cp-2', text: 'A day.' });
});

test('the end of a turn names the transcript that will have the answer', () => {
  const transcript_path = '/ann/.copilot/session-state/cp-1/events.jsonl';
  expect(copilotCli.readEvent({ ...common, hook_event_name: 'Stop', transcript_path })).toMatchObject({
    kind: 'turn-end',
    text: null,
    transcript: { file: transcript_path, stoppedAtMs: 1795334400000 },
  });
});

test('text is under both keys', () => {
  expect(answered({ ...common, hook_event_name: 'SessionStart', source: 'startup' }, { blocks })).toEqual({
    additionalContext: blocks[0],
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: blocks[0] },
  });
});

test('what is meant for the user goes the only way that there is', () => {
  expect(
    answered({ ...common, hook_event_name: 'UserPromptSubmit', prompt: '/inkling off' }, { notice: 'Off.' }),
  ).toEqual({
    additionalContext: 'Off.',
    hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'Off.' },
  });
});

test('before a tool runs nothing is said: an answer there may deny the call', () => {
  expect(answered({ ...view, hook_event_name: 'PreToolUse' }, { blocks })).toEqual({});
});
