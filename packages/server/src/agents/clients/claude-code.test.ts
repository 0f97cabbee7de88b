import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claudeCode } from './claude-code.ts';
import { NO_ANSWER, type HookAnswer } from './hook-event.ts';

const COMMON = {
  session_id: '1d6f8a52-0d0f-4f62-9f0e-2c1f1d6b0a11',
  transcript_path: '/home/dev/.claude/projects/-repos-api/1d6f8a52-0d0f-4f62-9f0e-2c1f1d6b0a11.jsonl',
  cwd: '/repos/api',
  permission_mode: 'default',
};
const TOOL = { tool_name: 'Read', tool_input: { file_path: '/repos/api/src/a.ts' }, tool_use_id: 'toolu_01' };
const ORIGIN = {
  sessionId: COMMON.session_id,
  subAgentId: null,
  directory: '/repos/api',
  evidence: { kind: 'transcript', file: COMMON.transcript_path },
};
const CALL = { toolName: 'Read', toolInput: TOOL.tool_input, callId: 'toolu_01' };

const read = (payload: object): unknown => claudeCode.readEvent({ ...COMMON, ...payload });

describe('payloads of Claude Code 2.1', () => {
  test.each([
    ['SessionStart', { source: 'startup', model: 'm' }, { kind: 'session-start', source: 'startup' }],
    ['SessionStart', { source: 'compact' }, { kind: 'session-start', source: 'compact' }],
    ['SessionStart', { source: 'fork' }, { kind: 'session-start', source: 'resume' }],
    [
      'UserPromptSubmit',
      { prompt: 'Fix the login', prompt_id: 'p1' },
      { kind: 'prompt', text: 'Fix the login', promptId: 'p1' },
    ],
    [
      'UserPromptSubmit',
      { prompt: '<task-notification>\n<status>completed</status>\n</task-notification>', prompt_id: 'p2' },
      { kind: 'ignored' },
    ],
    ['PreToolUse', TOOL, { kind: 'pre-tool', ...CALL }],
    ['PostToolUse', { ...TOOL, tool_response: {}, duration_ms: 3 }, { kind: 'post-tool', ...CALL, failure: null }],
    ['PostToolUseFailure', { ...TOOL, error: 'no such file' }, { kind: 'post-tool', ...CALL, failure: 'no such file' }],
    [
      'PostToolUseFailure',
      { ...TOOL, error: 'Command timed out', is_interrupt: true },
      { kind: 'post-tool', ...CALL, failure: 'Command timed out', isRefused: true },
    ],
    [
      'PostToolUseFailure',
      { ...TOOL, error: "The user doesn't want to proceed with this tool use." },
      {
        ...{ kind: 'post-tool', ...CALL, isRefused: true },
        failure: "The user doesn't want to proceed with this tool use.",
      },
    ],
    ['PreCompact', { trigger: 'auto', custom_instructions: '' }, { kind: 'pre-compact' }],
    ['Stop', { stop_hook_active: false, last_assistant_message: 'Done.' }, { kind: 'turn-end', text: 'Done.' }],
    ['SessionEnd', { reason: 'prompt_input_exit' }, { kind: 'session-end', reason: 'prompt_input_exit' }],
    ['Notification', { message: 'hello' }, { kind: 'ignored' }],
  ])('%s %o', (hookName, fields, expected) => {
    expect(read({ hook_event_name: hookName, ...fields })).toEqual({ ...ORIGIN, hookName, ...expected });
  });

  test('what a sub-agent does carries its id', () => {
    const agent = { agent_id: 'a1', agent_type: 'Explore' };
    expect(read({ hook_event_name: 'SubagentStart', ...agent })).toMatchObject({
      kind: 'sub-agent-start',
      subAgentId: 'a1',
    });
    expect(read({ hook_event_name: 'PostToolUse', ...TOOL, ...agent })).toMatchObject({
      kind: 'post-tool',
      subAgentId: 'a1',
    });
    const stop = { hook_event_name: 'SubagentStop', ...agent, last_assistant_message: 'Found it.' };
    expect(read(stop)).toMatchObject({ kind: 'sub-agent-stop', text: 'Found it.' });
  });

  test.each([null, 7, 'text', [], {}, { hook_event_name: 'PreToolUse', session_id: '' }, { session_id: 's' }])(
    '%j is ignored',
    (payload) => {
      expect(claudeCode.readEvent(payload)).toMatchObject({ kind: 'ignored' });
    },
  );

  test('any JSON is read, and any event is answered', () => {
    const names = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStop', '__proto__'];
    const payloads = fc.record(
      {
        session_id: fc.oneof(fc.string(), fc.jsonValue()),
        hook_event_name: fc.constantFrom(...names),
        tool_name: fc.jsonValue(),
        tool_input: fc.jsonValue(),
        prompt: fc.jsonValue(),
        agent_id: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(payloads, fc.jsonValue()), fc.array(fc.string()), (payload, blocks) => {
        const event = claudeCode.readEvent(payload);
        const output = claudeCode.renderAnswer(event, { ...NO_ANSWER, blocks });
        expect(JSON.parse(JSON.stringify(output))).toEqual(output);
      }),
    );
  });
});

describe('output for Claude Code', () => {
  const answer: HookAnswer = { ...NO_ANSWER, blocks: ['one', 'two'] };
  const outputOf = (hookName: string, given: HookAnswer = answer, fields: object = {}): unknown =>
    claudeCode.renderAnswer(claudeCode.readEvent({ ...COMMON, hook_event_name: hookName, ...TOOL, ...fields }), given);

  test.each(['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure'])('%s takes blocks', (name) => {
    expect(outputOf(name)).toEqual({
      hookSpecificOutput: { hookEventName: name, additionalContext: 'one\n\ntwo' },
    });
  });

  test.each(['PreToolUse', 'PreCompact', 'Stop', 'SessionEnd', 'SubagentStop'])('%s takes none', (name) => {
    expect(outputOf(name, answer, { agent_id: 'a1' })).toEqual({});
  });

  test('nothing is an empty object', () => {
    expect(outputOf('UserPromptSubmit', NO_ANSWER)).toEqual({});
  });

  test('what the client would put into a file is left out whole', () => {
    const blocks = ['a'.repeat(6000), 'b'.repeat(6000), 'c'.repeat(100)];
    expect(outputOf('SessionStart', { ...NO_ANSWER, blocks })).toMatchObject({
      hookSpecificOutput: { additionalContext: `${blocks[0]}\n\n${blocks[2]}` },
    });
  });

  test('a prompt for Inkling stops there, and the summariser is advised in plain text', () => {
    const notice = { ...NO_ANSWER, notice: 'Off.' };
    expect(outputOf('UserPromptSubmit', notice)).toEqual({ decision: 'block', reason: 'Off.' });
    expect(outputOf('PreCompact', { ...NO_ANSWER, summaryAdvice: 'Leave it out.' })).toEqual({
      plain: 'Leave it out.',
    });
  });
});
