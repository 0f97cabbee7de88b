import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mean, percentile } from './figures.ts';

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
