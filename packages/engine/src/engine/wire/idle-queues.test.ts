import { expect, test } from 'vitest';
import { createIdleQueues } from './idle-queues.ts';

const NOTHING = { deliveryId: null, hasMore: false };

test('nothing is known of a session before its first heartbeat, nor while one is under way', () => {
  const queues = createIdleQueues();
  expect(queues.isIdle('s')).toBe(false);
  const end = queues.begin('s');
  expect(queues.isIdle('s')).toBe(false);
  end(NOTHING);
  expect([queues.isIdle('s'), queues.isIdle('other')]).toEqual([true, false]);
});

test('a block that comes, before or during a heartbeat, ends what was known', () => {
  const queues = createIdleQueues();
  queues.begin('s')(NOTHING);
  queues.touch('s');
  expect(queues.isIdle('s')).toBe(false);
  const end = queues.begin('s');
  queues.touch('s');
  end(NOTHING);
  expect(queues.isIdle('s')).toBe(false);
});

test('of two heartbeats at once only the one that began later is believed', () => {
  const queues = createIdleQueues();
  const first = queues.begin('s');
  const second = queues.begin('s');
  first(NOTHING);
  expect(queues.isIdle('s')).toBe(false);
  second({ deliveryId: 'd', hasMore: false });
  expect(queues.isIdle('s')).toBe(false);
});

test('the last block that is acknowledged leaves an idle queue; one with others behind it does not', () => {
  const queues = createIdleQueues();
  queues.begin('s')({ deliveryId: 'd1', hasMore: true });
  queues.acked('s', 'd1');
  expect(queues.isIdle('s')).toBe(false);
  queues.begin('s')({ deliveryId: 'd2', hasMore: false });
  queues.acked('s', 'another');
  expect(queues.isIdle('s')).toBe(false);
  queues.acked('s', 'd2');
  expect(queues.isIdle('s')).toBe(true);
  queues.touch('s');
  queues.acked('s', 'd2');
  expect(queues.isIdle('s')).toBe(false);
});

test('of the sessions that were looked at longest ago nothing is known any more', () => {
  const queues = createIdleQueues();
  for (let n = 0; n <= 1000; n += 1) queues.begin(`s${n}`)(NOTHING);
  expect([queues.isIdle('s0'), queues.isIdle('s1'), queues.isIdle('s1000')]).toEqual([false, true, true]);
});
