import { expect, test } from 'vitest';
import { positiveOr } from './positive-or.ts';

test.each([
  ['7', 7],
  ['', 30],
  ['0', 30],
  ['-3', 30],
  ['soon', 30],
  ['9e99', 30],
  ['Infinity', 30],
])('%j is read as %d', (text, value) => {
  expect(positiveOr(text, 30)).toBe(value);
});
