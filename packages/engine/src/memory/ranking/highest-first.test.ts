import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { highestFirst } from './apply-feedback-ranking.ts';

const value = fc.oneof(fc.constantFrom(0, -0, 1, 1, 2, Number.POSITIVE_INFINITY), fc.double({ noNaN: true }));

test('it is the sort by falling value that keeps the order of equals, and changes nothing it was given', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 12 }), fc.boolean(), (values, isSorted) => {
      const given = isSorted ? values.toSorted((a, b) => b - a) : values;
      const items = Object.freeze(given.map((score, index) => Object.freeze({ score, index })));
      const expected = items.toSorted((a, b) => b.score - a.score);
      expect(highestFirst(items, ({ score }) => score)).toEqual(expected);
    }),
  );
});

test('what stands in order is handed back as it is', () => {
  const items = [{ score: 2 }, { score: 1 }, { score: 1 }];
  expect(highestFirst(items, ({ score }) => score)).toBe(items);
});

test('a value that is no number is left to the sort', () => {
  const scores = [1, Number.NaN, 3, 2];
  expect(highestFirst(scores, (score) => score)).toEqual(scores.toSorted((a, b) => b - a));
});
