import { expect, test } from 'vitest';
import { activitiesOfEvent } from './activities-of-event.ts';
import type { HookEventOf } from './clients/hook-event.ts';

const call = (toolName: string, toolInput: unknown, more = {}): HookEventOf<'post-tool'> => ({
  kind: 'post-tool',
  sessionId: 's',
  subAgentId: null,
  directory: '/repo/api/web',
  hookName: 'PostToolUse',
  toolName,
  toolInput,
  callId: 'c',
  failure: null,
  ...more,
});
const bodies = (event: HookEventOf<'post-tool'>): unknown[] => activitiesOfEvent('s', event).map(({ body }) => body);

test('files of a tool call are told from the top of the repository, however the client names them', () => {
  const input = { file_path: '/repo/api/web/src/a.ts', old_string: '/repo/api', new_string: 'b' };
  expect(bodies(call('Edit', input, { top: '/repo/api' }))).toEqual([
    { name: 'Edit', input: { ...input, file_path: 'web/src/a.ts' }, callId: 'c', failed: false },
    { key: 'lastEditedFile', value: 'web/src/a.ts', checkout: '/repo/api' },
    { key: 'currentFile', value: 'web/src/a.ts' },
    { key: 'checkout', value: '/repo/api' },
  ]);
  const patch = '*** Begin Patch\n*** Update File: src/b.ts\n@@\n*** End Patch';
  expect(bodies(call('apply_patch', { command: patch }, { top: '/repo/api' })).slice(1)).toEqual([
    { key: 'lastEditedFile', value: 'web/src/b.ts', checkout: '/repo/api' },
    { key: 'currentFile', value: 'web/src/b.ts' },
    { key: 'checkout', value: '/repo/api' },
  ]);
});

test('a patch of several files tells of each, and the same each time', () => {
  const patch = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n*** Update File: src/b.ts\n@@\n*** End Patch';
  const event = call('apply_patch', { command: patch, file_path: 'src/b.ts' }, { top: '/repo/api', isNumbered: true });
  expect(bodies(event)).toEqual([
    expect.objectContaining({ input: { command: patch, file_path: 'web/src/b.ts' } }),
    { key: 'lastEditedFile', value: 'web/src/a.ts', checkout: '/repo/api' },
    { key: 'currentFile', value: 'web/src/b.ts' },
    { key: 'lastEditedFile', value: 'web/src/b.ts', checkout: '/repo/api' },
    { key: 'checkout', value: '/repo/api' },
  ]);
  const ids = activitiesOfEvent('s', event).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(activitiesOfEvent('s', event).map(({ id }) => id)).toEqual(ids);
});

test('everything that an event tells happened when it was heard of', () => {
  const told = activitiesOfEvent('s', call('Edit', { file_path: 'src/a.ts' }, { heardAtMs: 5000 }));
  expect(new Set(told.map(({ occurredAt }) => Number(occurredAt)))).toEqual(new Set([5000]));
});

test('without a repository they stay as the client says', () => {
  expect(bodies(call('Read', { file_path: 'src/a.ts' }))[1]).toEqual({ key: 'currentFile', value: 'src/a.ts' });
});

test('an input that is no object is kept as it is', () => {
  expect(bodies(call('Read', 'a.ts', { top: '/repo/api' }))).toEqual([
    { name: 'Read', input: 'a.ts', callId: 'c', failed: false },
  ]);
});

test('an input that is nested deeper than an activity is the beginning of its text', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
  expect(bodies(call('mcp__docs__write', nested(31)))).toMatchObject([{ input: nested(31) }]);
  expect(bodies(call('mcp__docs__write', nested(32)))).toMatchObject([{ input: JSON.stringify(nested(32)) }]);
});

test('a command whose end is not known says so', () => {
  expect(bodies(call('Bash', { command: 'npm test' }, { isUnsure: true })).slice(1)).toContainEqual(
    expect.objectContaining({ key: 'lastTestRun', unsure: true }),
  );
});

test.each([
  [{ command: 'npm test 2>&1 | tail -20' }, true],
  [{ command: 'npm test', run_in_background: true }, true],
  [{ command: 'npm run lint && npm test' }, undefined],
])('%o says of its run that its end is not known: %s', (input, unsure) => {
  const run = bodies(call('Bash', input)).find((body) => (body as { key?: string }).key === 'lastTestRun');
  expect((run as { unsure?: boolean }).unsure).toBe(unsure);
});

test('a call that its client numbers is written once, and one that is repeated without a number each time', () => {
  const ids = (more: object): unknown[] =>
    activitiesOfEvent('s', call('Bash', { command: 'npm test' }, { failure: 'exit 1', ...more })).map(({ id }) => id);
  expect(ids({ isNumbered: true })).toEqual([expect.any(String), expect.any(String)]);
  expect(ids({ isNumbered: true })).toEqual(ids({ isNumbered: true }));
  expect(ids({})).toEqual([undefined, undefined]);
});

test.each([
  [null, 'prompt'],
  ['sub1', 'task'],
])('what the agent %o is told is a %s: only a user has prompts', (subAgentId, name) => {
  const { sessionId, directory, hookName } = call('Read', {});
  const told = {
    sessionId,
    directory,
    hookName,
    subAgentId,
    kind: 'prompt',
    text: 'Never push.',
    promptId: null,
  } as const;
  expect(activitiesOfEvent('s', told)).toEqual([{ type: 'action', body: { name, text: 'Never push.' } }]);
});
