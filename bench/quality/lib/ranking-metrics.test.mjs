import { describe, expect, test } from 'vitest';
import { meanScores, ndcgAt, recallAt, reciprocalRank, scoreRanking } from './ranking-metrics.mjs';

describe('recall', () => {
  test('two of three relevant items among the first five are two thirds', () => {
    expect(recallAt(['a', 'x', 'b', 'y', 'z', 'c'], { a: 1, b: 1, c: 1 }, 5)).toBeCloseTo(2 / 3, 12);
  });
  test('a repeated id takes one place only', () => {
    expect(recallAt(['x', 'x', 'x', 'a'], { a: 1 }, 2)).toBe(1);
  });
  test('nothing found is 0', () => {
    expect(recallAt([], { a: 1 }, 5)).toBe(0);
  });
});

describe('reciprocal rank', () => {
  test('the first relevant item in the third place is a third', () => {
    expect(reciprocalRank(['x', 'y', 'a', 'b'], { a: 1, b: 1 })).toBeCloseTo(1 / 3, 12);
  });
  test('none is 0', () => {
    expect(reciprocalRank(['x', 'toString'], { a: 1 })).toBe(0);
  });
});

describe('nDCG', () => {
  // By hand: gains 0.5, 0, 1 are discounted by log2(2), log2(3), log2(4): 0.5 + 0 + 0.5 = 1.
  // The best order is 1, 0.5: 1 + 0.5 / 1.584962500721156 = 1.3154648767857287.
  test('grades in the wrong order', () => {
    expect(ndcgAt(['b', 'x', 'a'], { a: 1, b: 0.5 }, 10)).toBeCloseTo(1 / 1.3154648767857287, 12);
  });
  test('the best order is 1', () => {
    expect(ndcgAt(['a', 'b', 'x'], { a: 1, b: 0.5 }, 10)).toBe(1);
  });
  test('the ideal is cut at k too: ten of twelve equal items are the best there is', () => {
    const relevant = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`r${index}`, 1]));
    expect(ndcgAt(Object.keys(relevant), relevant, 10)).toBe(1);
  });
});

test('means are taken figure by figure', () => {
  const one = scoreRanking(['a'], { a: 1 });
  const none = scoreRanking(['x'], { a: 1 });
  expect(meanScores([one, none])).toEqual({ recall5: 0.5, recall10: 0.5, mrr: 0.5, ndcg10: 0.5 });
});
