import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBlockOrder, orderBlocks } from './block-order.ts';

/** Bounds are sums of shares: none is so near to nothing that a range of them has no parts. */
const bound = fc.double({ min: 0, max: 3, noNaN: true }).map((value) => (value < 1e-12 ? 0 : value));

test('gives each block above the floor once, by falling bound to a 255th of the range', () => {
  const order = createBlockOrder();
  fc.assert(
    fc.property(fc.array(bound), fc.constantFrom(0, 0.5, 2), (bounds, floor) => {
      const found = [...orderBlocks(order, Float64Array.from(bounds), bounds.length, floor)];
      const above = bounds.flatMap((bound, block) => (bound > floor ? [block] : []));
      expect(found.toSorted((a, b) => a - b)).toEqual(above);
      const step = (Math.max(floor, ...bounds) - floor) / 255;
      for (let at = 1; at < found.length; at++) {
        expect(bounds[found[at]!]! - bounds[found[at - 1]!]!).toBeLessThanOrEqual(step * (1 + 1e-9));
      }
    }),
  );
});
