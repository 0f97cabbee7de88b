import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { watchThread } from './watch-thread.ts';

test('a thread whose timers come in time is free, however long it takes', () => {
  const clock = createManualClock();
  const watch = watchThread(clock);
  for (let tick = 0; tick < 100; tick += 1) clock.advance(20);
  expect(watch.stop()).toBe(0);
});

test('the longest stretch without a timer counts, wherever it lies', () => {
  const clock = createManualClock();
  const watch = watchThread(clock);
  for (const ms of [20, 320, 20, 120]) clock.advance(ms);
  expect(watch.stop()).toBe(300);
  clock.advance(5000);
  expect(watch.stop()).toBe(300);
});

test('a stretch that has not ended counts too', () => {
  let now = 0;
  const watch = watchThread({ now: () => now, monotonic: () => now, schedule: () => () => undefined });
  now = 170;
  expect(watch.stop()).toBe(150);
});
