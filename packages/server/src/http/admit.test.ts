import { systemClock } from '@inkling/engine';
import { expect, test } from 'vitest';
import { createRateLimit } from './admit.ts';

function manual(): { advance: (ms: number) => void; limit: (caller: string) => void } {
  let now = 0;
  const clock = { ...systemClock, monotonic: () => now };
  return { advance: (ms) => (now += ms), limit: createRateLimit(clock) };
}

test('a burst passes, then one request for each part of a second; callers do not share', () => {
  const { advance, limit } = manual();
  for (let count = 0; count < 400; count += 1) limit('a');
  expect(() => limit('a')).toThrow(
    expect.objectContaining({ code: 'rate-limited', details: { retryAfterSeconds: 1 } }),
  );
  limit('b');
  advance(5);
  limit('a');
  expect(() => limit('a')).toThrow();
});

test('a bucket fills up to its burst and no further', () => {
  const { advance, limit } = manual();
  limit('a');
  advance(3_600_000);
  for (let count = 0; count < 400; count += 1) limit('a');
  expect(() => limit('a')).toThrow();
});

test('of ten thousand callers the one that was quiet for longest is forgotten, not one that still asks', () => {
  const { advance, limit } = manual();
  for (let count = 0; count < 400; count += 1) limit('a');
  for (let other = 1; other < 10_000; other += 1) limit(`other ${other}`);
  advance(5);
  limit('a');
  limit('one more');
  expect(() => limit('a')).toThrow();
});
