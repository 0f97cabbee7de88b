import { expect, test } from 'vitest';
import { toolCallActivities, toolCallEvents } from './tool-call-events.ts';

const END = { at: '2026-11-27T08:00:00.000Z', succeeded: true };

test('a run whose end its command line hides is no run that passed, and none that failed', () => {
  expect(toolCallEvents('Bash', { command: 'npm test' }, END)).toMatchObject([{ kind: 'test', succeeded: true }]);
  expect(toolCallEvents('Bash', { command: 'npm test | tail -20' }, END)).toEqual([]);
  const failed = { ...END, succeeded: false, output: 'fatal: not a git repository' };
  expect(toolCallEvents('Bash', { command: 'npm test; git push' }, failed)).toEqual([]);
});

test('what is written down of it says so', () => {
  const bodies = toolCallActivities('Bash', { command: 'npm test || true' }, END).map(({ body }) => body);
  expect(bodies).toContainEqual({ key: 'lastTestRun', value: { command: 'npm test' }, unsure: true });
});
