import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyFeedbackRanking, DEFAULT_FEEDBACK_RANKING, feedbackFactor } from './apply-feedback-ranking.ts';

const row = fc.record({
  id: fc.uuid(),
  score: fc.double({ min: 0, max: 3, noNaN: true }),
  relevance: fc.double({ min: 0, max: 1, noNaN: true }),
  weight: fc.double({ min: 0, max: 2, noNaN: true }),
});
const rows = fc.uniqueArray(row, { selector: (item) => item.id, maxLength: 30 });

describe('feedbackFactor', () => {
  test.each([
    [0, 0.7],
    [0.5, 0.85],
    [1, 1],
    [2, 1.3],
    [-5, 0.7],
    [9, 1.3],
    [Number.NaN, 1],
  ])('a weight of %d multiplies by %d', (weight, factor) => {
    expect(feedbackFactor(weight)).toBeCloseTo(factor, 12);
  });

  test('is 1 when weighting is off', () => {
    expect(feedbackFactor(0, { ...DEFAULT_FEEDBACK_RANKING, weightingEnabled: false })).toBe(1);
  });
});

describe('applyFeedbackRanking', () => {
  test('settings that are left out have their defaults; what cannot be meant is refused [S1-047]', () => {
    const rows = [
      { id: 'a', score: 1, relevance: 0.5, weight: 0 },
      { id: 'b', score: 0.8, relevance: 0.5, weight: 2 },
    ];
    expect(applyFeedbackRanking(rows, { weightingEnabled: true })).toEqual(applyFeedbackRanking(rows));
    expect(applyFeedbackRanking(rows, { weightingEnabled: true }).map(({ id }) => id)).toEqual(['b', 'a']);
    for (const wrong of [{ influence: Number.NaN }, { lowest: 2 }, { mode: 'square' as 'linear' }])
      expect(() => applyFeedbackRanking(rows, wrong)).toThrow(/out of range/);
  });

  test('orders by score × factor, and tells where each row stood before [C-001]', () => {
    const ranked = applyFeedbackRanking([
      { id: 'untested', score: 1, relevance: 0.5, weight: 1 },
      { id: 'harmful', score: 1.1, relevance: 0.6, weight: 0 },
      { id: 'proven', score: 0.9, relevance: 0.4, weight: 2 },
    ]);
    expect(ranked.map((item) => [item.id, item.unweightedRank, item.weightedRank])).toEqual([
      ['proven', 3, 1],
      ['untested', 2, 2],
      ['harmful', 1, 3],
    ]);
  });

  test('linear mode orders by relevance × weight, as the seed does [C-002]', () => {
    const ranked = applyFeedbackRanking(
      [
        { id: 'a', score: 9, relevance: 0.4, weight: 1 },
        { id: 'b', score: 1, relevance: 0.3, weight: 2 },
      ],
      { ...DEFAULT_FEEDBACK_RANKING, mode: 'linear' },
    );
    expect(ranked.map((item) => [item.id, item.score])).toEqual([
      ['b', 0.6],
      ['a', 0.4],
    ]);
  });

  test('keeps every row once, ranks from 1 to n, in the order of the weighted score', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const ranked = applyFeedbackRanking(given);
        const expected = given
          .map((item) => item.score * Math.min(1.3, Math.max(0.7, 0.7 + 0.3 * item.weight)))
          .sort((a, b) => b - a);
        const positions = given.map((_, index) => index + 1);
        expect(ranked.map((item) => item.id).sort()).toEqual(given.map((item) => item.id).sort());
        expect(ranked.map((item) => item.weightedRank)).toEqual(positions);
        expect(ranked.map((item) => item.unweightedRank).sort((a, b) => a - b)).toEqual(positions);
        for (const [index, item] of ranked.entries()) expect(item.score).toBeCloseTo(expected[index]!, 9);
      }),
    );
  });

  test('changes nothing in the rows it was given', () => {
    const given = [Object.freeze({ id: 'a', score: 1, relevance: 1, weight: 2 })];
    expect(applyFeedbackRanking(Object.freeze(given))[0]).toMatchObject({ id: 'a', score: 1.3 });
  });
});
