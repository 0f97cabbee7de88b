import fc from 'fast-check';
import { expect, test } from 'vitest';
import { techSimilarity } from './fingerprints.ts';

const stacks = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 8 });

test('[S0-060] shared of all, or of the smaller one', () => {
  expect(techSimilarity(['a', 'b', 'c'], ['b', 'c', 'd'])).toBe(0.5);
  expect(techSimilarity(['a', 'b'], ['a', 'b', 'c', 'd'], 'containment')).toBe(1);
  const [ten, seven] = [[...'abcdefghij'], [...'abcdefg']];
  expect(techSimilarity(ten, seven)).toBeCloseTo(0.7, 12);
  expect(techSimilarity([], [])).toBe(0);
  expect(techSimilarity([], ['a'], 'containment')).toBe(0);
});

test('it is symmetric, in [0, 1], blind to repetition, and containment is never below Jaccard', () => {
  fc.assert(
    fc.property(stacks, stacks, (a, b) => {
      // The oracle counts over the alphabet instead of over sets.
      const both = [...'abcdef'].filter((letter) => a.includes(letter) && b.includes(letter)).length;
      const any = [...'abcdef'].filter((letter) => a.includes(letter) || b.includes(letter)).length;
      expect(techSimilarity(a, b)).toBe(any === 0 ? 0 : both / any);
      expect(techSimilarity(b, a)).toBe(techSimilarity(a, b));
      expect(techSimilarity([...a, ...a], b)).toBe(techSimilarity(a, b));
      expect(techSimilarity(a, b, 'containment')).toBeGreaterThanOrEqual(techSimilarity(a, b));
    }),
  );
});
