import { expect, test } from 'vitest';
import type { HookEventOf } from './clients/hook-event.ts';
import { type Dispatch, dropDispatch, noteDispatch, takeDispatch } from './dispatches.ts';

const call = (description: string, agentType: string, more = {}) =>
  ({
    ...{ toolName: 'Task', callId: description, failure: null },
    toolInput: { description, prompt: `${description}!`, subagent_type: agentType },
    ...more,
  }) as unknown as HookEventOf<'pre-tool'> & HookEventOf<'post-tool'>;

function asked(...calls: readonly ReturnType<typeof call>[]): Dispatch[] {
  const dispatches: Dispatch[] = [];
  for (const each of calls) noteDispatch(dispatches, each);
  return dispatches;
}

test('a sub-agent that begins does the oldest task for its kind, else the oldest', () => {
  const dispatches = asked(call('bill', 'general'), call('log in', 'Explore'), call('sort', 'Explore'));
  expect(takeDispatch(dispatches, 'Explore')).toEqual({ title: 'log in', description: 'log in!' });
  expect(takeDispatch(dispatches, 'Plan')?.title).toBe('bill');
  expect(takeDispatch(dispatches, null)?.title).toBe('sort');
  expect(takeDispatch(dispatches, 'Explore')).toBeNull();
});

test('what a call that failed asked for, no sub-agent does', () => {
  const dispatches = asked(call('bill', 'Explore'), call('log in', 'Explore'));
  dropDispatch(dispatches, call('log in', 'Explore'));
  dropDispatch(dispatches, call('other', 'Explore', { failure: 'denied' }));
  expect(dispatches).toHaveLength(2);
  dropDispatch(dispatches, call('bill', 'Explore', { failure: 'denied' }));
  expect(takeDispatch(dispatches, 'Explore')?.title).toBe('log in');
});
