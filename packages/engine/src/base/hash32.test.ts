import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash32, hash32Twice, hashNumbersTwice } from './hash32.ts';

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

test('numbers that differ in their highest bits have other hashes, also when they change places', () => {
  const seeds = { first: 1, second: 2 };
  const rows = [
    [0, 0],
    [0x8000_0000, 0],
    [0, 0x8000_0000],
    [0x8000_0000, 0x8000_0000],
  ];
  const hashes = rows.map((row) => hashNumbersTwice(Uint32Array.from(row), seeds));
  expect(new Set(hashes.flatMap(({ first, second }) => [first, second])).size).toBe(8);
});
