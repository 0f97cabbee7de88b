import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mean } from './mean.ts';
import { percentile } from './percentile.ts';
import { wilsonInterval } from './wilson-interval.ts';

test('a percentile is the smallest number that enough of the numbers do not exceed', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.constantFrom(0, 0.5, 0.9, 0.99, 1), (numbers, share) => {
      const covers = (limit: number): boolean =>
        numbers.filter((number) => number <= limit).length >= share * numbers.length;
      expect(percentile(numbers, share)).toBe(Math.min(...numbers.filter(covers)));
    }),
  );
  expect(percentile([], 0.5)).toBe(0);
});

test('the mean of nothing is 0', () => {
  expect([mean([]), mean([1, 2, 6])]).toEqual([0, 3]);
});

// Values of Newcombe (1998), table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('wilson: %i of %i', (hits, trials, low, high) => {
  const [from, to] = wilsonInterval(hits / trials, trials);
  expect(from).toBeCloseTo(low, 4);
  expect(to).toBeCloseTo(high, 4);
});

test('wilson: without trials everything is possible', () => {
  expect(wilsonInterval(0, 0)).toEqual([0, 1]);
});
