import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreRanking } from './score-ranking.ts';

test.each([
  ['first', [7, 1, 2], [7], { recallAt5: 1, recallAt10: 1, reciprocalRank: 1 }],
  ['in the sixth place', [1, 2, 3, 4, 5, 7], [7, 8], { recallAt5: 0, recallAt10: 0.5, reciprocalRank: 1 / 6 }],
  ['not at all', [1, 2], [7], { recallAt5: 0, recallAt10: 0, reciprocalRank: 0 }],
  ['in an empty answer', [], [7], { recallAt5: 0, recallAt10: 0, reciprocalRank: 0 }],
  ['twice', [1, 1, 7, 7], [7, 8], { recallAt5: 0.5, recallAt10: 0.5, reciprocalRank: 0.5 }],
])('a relevant commit comes %s', (_title, ranked, relevant, expected) => {
  expect(scoreRanking(ranked, new Set(relevant))).toEqual(expected);
});

test('the figures are those of counting by hand', () => {
  const some = fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(some, some, (ranked, relevant) => {
      const score = scoreRanking(ranked, new Set(relevant));
      let found = 0;
      const recallAfter: number[] = [];
      let best = 0;
      for (let place = 1; place <= 10; place += 1) {
        if (relevant.some((one) => one === ranked[place - 1])) found += 1;
        recallAfter.push(found / relevant.length);
      }
      for (let place = ranked.length; place >= 1; place -= 1) {
        if (relevant.includes(ranked[place - 1] ?? -1)) best = 1 / place;
      }
      expect(score).toEqual({ recallAt5: recallAfter[4], recallAt10: recallAfter[9], reciprocalRank: best });
    }),
  );
});
