import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { createLateTimers } from './injector-parts.ts';

const hangs = () => new Promise<never>(() => undefined);

/** Timers on a clock whose every step of more than 5 ms makes the timer that is due within it late. */
function lateTimers() {
  const clock = createManualClock();
  return { clock, timers: createLateTimers(clock) };
}

test('the worst of the last seconds is remembered, then forgotten', () => {
  const { clock, timers } = lateTimers();
  void timers.during(hangs);
  expect(timers.worstMs()).toBe(0);
  clock.advance(5);
  expect(timers.worstMs()).toBe(0);
  clock.advance(25);
  expect(timers.worstMs()).toBe(20);
  clock.advance(10);
  expect(timers.worstMs()).toBe(20);
  for (let ms = 0; ms < 2000; ms += 5) clock.advance(5);
  expect(timers.worstMs()).toBe(20);
  for (let ms = 0; ms < 2000; ms += 5) clock.advance(5);
  expect(timers.worstMs()).toBe(0);
});

test('an idle minute later nothing of it counts', async () => {
  const { clock, timers } = lateTimers();
  let end: () => void = () => undefined;
  const work = timers.during(() => new Promise<void>((resolve) => (end = resolve)));
  clock.advance(45);
  end();
  await work;
  expect(timers.worstMs()).toBe(40);
  clock.advance(60_000);
  expect(timers.worstMs()).toBe(0);
});

test("nothing is looked at while nothing runs: no timer is left, and idle time is nobody's lateness", async () => {
  const { clock, timers } = lateTimers();
  expect(await timers.during(() => Promise.resolve('done'))).toBe('done');
  await expect(timers.during(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const looks = clock.scheduled.length;
  clock.advance(1000);
  expect(clock.scheduled).toHaveLength(looks);
  expect(timers.worstMs()).toBe(0);
});

test('of several that run side by side the last one ends the looking', async () => {
  const { clock, timers } = lateTimers();
  let end: () => void = () => undefined;
  const long = timers.during(() => new Promise<void>((resolve) => (end = resolve)));
  await timers.during(() => Promise.resolve());
  clock.advance(30);
  expect(timers.worstMs()).toBe(25);
  end();
  await long;
  clock.advance(60);
  expect(timers.worstMs()).toBe(25);
});
