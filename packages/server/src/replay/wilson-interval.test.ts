import { expect, test } from 'vitest';
import { wilsonInterval } from './wilson-interval.ts';

// Values of Newcombe (1998), table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('%i of %i', (hits, trials, low, high) => {
  const [from, to] = wilsonInterval(hits / trials, trials);
  expect(from).toBeCloseTo(low, 4);
  expect(to).toBeCloseTo(high, 4);
});

test('without trials everything is possible', () => {
  expect(wilsonInterval(0, 0)).toEqual([0, 1]);
});
