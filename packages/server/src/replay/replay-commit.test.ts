import fc from 'fast-check';
import { expect, test } from 'vitest';
import { observationIdAt, positionOf } from './replay-commit.ts';

test('an id is a UUIDv7 of its date, sorts by it, and gives its position back', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 9), fc.nat(2 ** 42), fc.nat(2 ** 42), (position, one, other) => {
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
      const id = observationIdAt(position, earlier);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(id < observationIdAt(position + 1, later)).toBe(true);
      expect(positionOf(id)).toBe(position);
    }),
  );
});
