import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash32, hash32Twice } from './hash32.ts';

test('two hashes in one walk are those of two walks', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer(), fc.integer(), (text, first, second) => {
      expect(hash32Twice(text, { first, second })).toEqual({
        first: hash32(text, first),
        second: hash32(text, second),
      });
    }),
  );
});
