import { expect, test } from 'vitest';
import { injectorOf, settled, verbEvent } from '../../../test/in-session-fixtures.ts';
import { recalledRow, storeOf, uuid } from '../../../test/session-start-fixtures.ts';
import type { MemoryStore, RecallRequest } from '../../recall/memory-store.ts';
import type { InSessionInjectorOptions } from './injector-options.ts';

const before = verbEvent({ callId: 'toolu_1' });
const after = verbEvent({ callId: 'toolu_1', phase: 'post-verb' });

const prefetching = (store: MemoryStore, changes: Partial<InSessionInjectorOptions> = {}) =>
  injectorOf(store, { prefetch: true, ...changes });

/** A store that answers when the test says so. */
function slowStore() {
  const asked: RecallRequest[] = [];
  const answers: (() => void)[] = [];
  const { recall } = storeOf([recalledRow(1)], asked);
  const store: MemoryStore = {
    ranksItself: true,
    async recall(request) {
      await new Promise<void>((resolve) => answers.push(resolve));
      return recall(request);
    },
  };
  return { store, asked, answer: () => answers.shift()?.() };
}

test('what begins before the tool runs is handed over after it: one look-up, and no wait before the tool', async () => {
  const { store, asked, answer } = slowStore();
  const { injector, clock, sent } = prefetching(store);
  expect(await injector.handleVerbEvent(before)).toMatchObject({
    outcome: 'skipped',
    reason: 'prefetching',
    elapsedMs: 0,
  });
  // Longer than the budget of an event: nobody waits meanwhile.
  clock.advance(500);
  answer();
  await settled();
  expect(sent).toEqual([]);
  expect(await injector.handleVerbEvent(after)).toMatchObject({ outcome: 'injected', observationIds: [uuid(1)] });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.deadlineMs).toBe(1000);
});

test('a look-up that is still under way after the tool is waited for as long as the budget lasts', async () => {
  const { store, answer } = slowStore();
  const { injector, clock, sent } = prefetching(store);
  await injector.handleVerbEvent(before);
  const handled = injector.handleVerbEvent(after);
  await settled();
  clock.advance(100);
  expect(await handled).toMatchObject({ outcome: 'budget-exceeded', elapsedMs: 100 });
  answer();
  await settled();
  expect(sent).toEqual([]);
});

test('one that failed, was late or is too old is made again', async () => {
  let calls = 0;
  const { recall } = storeOf([recalledRow(1)]);
  const store: MemoryStore = {
    ranksItself: true,
    recall: (request) => ((calls += 1) === 1 ? Promise.reject(new Error('broken')) : recall(request)),
  };
  const failed = prefetching(store);
  await failed.injector.handleVerbEvent(before);
  await settled();
  expect(failed.errors).toHaveLength(1);
  expect((await failed.injector.handleVerbEvent(after)).outcome).toBe('injected');
  const asked: RecallRequest[] = [];
  const old = prefetching(storeOf([recalledRow(1)], asked));
  await old.injector.handleVerbEvent(before);
  old.clock.advance(30_000);
  expect((await old.injector.handleVerbEvent(after)).outcome).toBe('injected');
  expect(asked).toHaveLength(2);
});

test('what was delivered meanwhile is not delivered again', async () => {
  const { injector, sent } = prefetching(storeOf([recalledRow(1)]));
  await injector.handleVerbEvent(before);
  injector.markDelivered('ses_abc', [uuid(1)]);
  expect((await injector.handleVerbEvent(after)).outcome).toBe('no-match');
  expect(sent).toEqual([]);
});

test('a call is prefetched once and handed over once, and only under its own id', async () => {
  const asked: RecallRequest[] = [];
  const { injector } = prefetching(storeOf([recalledRow(1)], asked));
  await injector.handleVerbEvent(before);
  await injector.handleVerbEvent(before);
  expect(asked).toHaveLength(1);
  await injector.handleVerbEvent({ ...after, callId: 'toolu_2' });
  expect(asked).toHaveLength(2);
  await injector.handleVerbEvent(after);
  expect(asked).toHaveLength(2);
  await injector.handleVerbEvent(after);
  expect(asked).toHaveLength(3);
});

test('without a call id an event is handled when it comes', async () => {
  const { injector } = prefetching(storeOf([recalledRow(1)]));
  expect((await injector.handleVerbEvent(verbEvent())).outcome).toBe('injected');
});

test('a session that ends, and too many calls, abort what is under way', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const store: MemoryStore = {
    ranksItself: true,
    recall({ signal }) {
      signals.push(signal);
      return new Promise(() => undefined);
    },
  };
  const { injector } = prefetching(store, { limits: { maxPrefetches: 2 } });
  for (const callId of ['a', 'b', 'c']) await injector.handleVerbEvent({ ...before, callId });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false, false]);
  injector.forgetSession('ses_abc');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
});
