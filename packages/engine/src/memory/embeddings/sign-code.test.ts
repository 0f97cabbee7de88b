import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signCodeDistance, signCodeText, signCodeWords, writeSignCode } from './sign-code.ts';

const pair = fc.integer({ min: 1, max: 700 }).chain((length) => {
  const components = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: length, maxLength: length });
  return fc.tuple(components, components);
});

test('the distance counts the components that are positive in one of the two only', () => {
  fc.assert(
    fc.property(pair, fc.nat(3), ([a, b], at) => {
      const words = signCodeWords(a.length);
      const codes = new Int32Array(at + 2 * words).fill(-1);
      writeSignCode(Int8Array.from(a), codes, at);
      writeSignCode(Int8Array.from(b), codes, at + words);
      const expected = a.filter((value, index) => value > 0 !== b[index]! > 0).length;
      expect(signCodeDistance(codes, at, codes, at + words, words)).toBe(expected);
    }),
  );
});

test.each([
  [1, 8],
  [256, 8],
  [257, 9],
  [384, 12],
  [1536, 48],
])('%d dimensions need %d words', (dimension, words) => {
  expect(signCodeWords(dimension)).toBe(words);
});

test('the text is the bits in the order of the components, padded to 256', () => {
  expect(signCodeText(Int8Array.of(1, -1, 0, 127))).toBe(`1001${'0'.repeat(252)}`);
  expect(signCodeText(new Int8Array(300))).toBe('0'.repeat(320));
});
