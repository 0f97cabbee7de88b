import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrgMemory } from '@inkling/engine';
import type { ActivityStore } from '@inkling/engine/types';
import { expect, test } from 'vitest';
import type { HookEventBody } from '../../contract/delivery.ts';
import { MOST_BEING_WRITTEN, reportContext } from './delivery.ts';

const EVENT: HookEventBody & { readonly heardAtMs: number } = {
  ...{ type: 'post-tool-use', sessionId: 's', agentId: 'dev', toolName: 'Write', emittedAt: 0, heardAtMs: 0 },
  toolInput: { file_path: 'src/a.ts' },
};

/** A memory that writes when the test lets it. */
function slowMemory() {
  const writing: { readonly done: () => void; readonly fail: (error: Error) => void }[] = [];
  const append = (): ReturnType<ActivityStore['append']> =>
    new Promise((resolve, reject) => writing.push({ done: () => resolve([]), fail: reject }));
  const failures: unknown[] = [];
  const memory = { activities: { append } } as unknown as OrgMemory;
  const services = { log: { failure: (error: unknown) => failures.push(error) } };
  const report = (times: number): void => {
    for (let time = 0; time < times; time += 1) reportContext(memory, services, EVENT);
  };
  return { writing, failures, report };
}

test('while a store hangs no more than so many tool calls are kept for it, and those that come when it writes again are', async () => {
  const { writing, failures, report } = slowMemory();
  report(MOST_BEING_WRITTEN + 1);
  expect(writing).toHaveLength(MOST_BEING_WRITTEN);
  writing.pop()?.done();
  writing.pop()?.fail(new Error('down'));
  await nextTurn();
  report(3);
  expect([writing.length, failures]).toEqual([MOST_BEING_WRITTEN, [new Error('down')]]);
});
