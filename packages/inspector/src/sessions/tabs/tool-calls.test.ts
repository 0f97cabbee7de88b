import type { Activity } from '@inkling/engine';
import { expect, test } from 'vitest';
import { outcomeInWords, toolCalls } from './tool-calls.ts';

function action(seq: number, body: Activity['body'], type: Activity['type'] = 'action'): Activity {
  const at = new Date(seq * 1000).toISOString();
  return { sessionId: 's', seq, id: String(seq), type, body, occurredAt: at, createdAt: at };
}

test('a call and its result are one when their sender named the call', () => {
  const calls = toolCalls([
    action(1, { tool: 'Read', toolUseId: 'a', input: { file_path: 'x' } }),
    action(2, { tool: 'Bash', toolUseId: 'b', input: { command: 'ls' } }),
    action(3, { tool: 'Read', toolUseId: 'a', output: 'text' }),
  ]);
  expect(calls).toMatchObject([
    { tool: 'Bash', output: undefined },
    { tool: 'Read', input: { file_path: 'x' }, output: 'text', failed: false },
  ]);
});

test('what the hooks of agents report are tool calls, with the message of one that failed; a prompt is none', () => {
  const call = { name: 'Bash', callId: 'b', input: { command: 'npm test' } };
  const calls = toolCalls([
    action(1, { name: 'prompt', text: 'Why is it red?' }),
    action(2, { name: 'Edit', callId: 'a', input: { file_path: 'x' }, failed: false }),
    action(3, { ...call, failed: true }),
    action(4, { name: 'Bash', callId: 'b', message: '2 failed' }, 'error'),
  ]);
  expect(calls).toMatchObject([
    { tool: 'Bash', input: call.input, output: '2 failed', failed: true },
    { tool: 'Edit', input: { file_path: 'x' }, failed: false },
  ]);
});

test('events that call nothing are no tool calls, and a failed one is marked', () => {
  const calls = toolCalls([
    action(1, { key: 'currentFile', value: 'x' }, 'context'),
    action(2, { text: 'hm' }, 'thought'),
    action(3, { tool_name: 'Edit', tool_input: {}, succeeded: false }),
  ]);
  expect(calls).toMatchObject([{ tool: 'Edit', failed: true }]);
});

test('a look-up that was given up within the budget is no breach of it; one that was late or failed is red', () => {
  const end = (elapsedMs: number, reason: 'lookup-failed' | null = null) =>
    outcomeInWords({ outcome: 'budget-exceeded', reason, elapsedMs });
  expect(end(75)).toMatchObject({ words: 'stopped in time', tone: 'warn' });
  expect(end(104)).toEqual({ words: 'budget exceeded', tone: 'bad' });
  expect(end(20, 'lookup-failed')).toEqual({ words: 'no answer', tone: 'bad' });
  expect(outcomeInWords({ outcome: 'no-match', reason: null, elapsedMs: 4 })).toEqual({
    words: 'no match',
    tone: 'neutral',
  });
});
