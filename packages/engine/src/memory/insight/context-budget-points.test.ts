import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ContextBudgetPoint, markParetoFront } from './context-budget-points.ts';

const point = (meanTokens: number, acceptedRate: number | null, workType = 'feature'): ContextBudgetPoint => ({
  source: 'session-start',
  workType,
  level: meanTokens,
  injections: 1,
  sessions: 1,
  meanTokens,
  judged: 1,
  accepted: 1,
  acceptedRate,
  given: 1,
  used: 0,
  usedShare: 0,
});
const front = (points: readonly ContextBudgetPoint[]): boolean[] =>
  markParetoFront(points).map(({ onFront }) => onFront);

test('what costs more and is accepted no more is not on the front', () => {
  expect(front([point(100, 0.5), point(200, 0.5), point(300, 0.8), point(400, 0.7)])).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('equal points are on it together, unjudged ones never, and work types do not compete', () => {
  expect(front([point(100, 0.5), point(100, 0.5)])).toEqual([true, true]);
  expect(front([point(100, null), point(200, 0.1)])).toEqual([false, true]);
  expect(front([point(100, 0.9), point(200, 0.1, 'chore')])).toEqual([true, true]);
});

test('of every point on the front it is true that nothing of its source and work type is both cheaper and better', () => {
  const any = fc.record({
    source: fc.constantFrom('session-start', 'in-session'),
    workType: fc.constantFrom('feature', 'chore'),
    meanTokens: fc.integer({ min: 0, max: 9 }),
    acceptedRate: fc.option(fc.integer({ min: 0, max: 4 }).map((rate) => rate / 4)),
  });
  fc.assert(
    fc.property(fc.array(any), (drawn) => {
      const points = markParetoFront(drawn.map((one) => ({ ...point(0, null), ...one })));
      const groups = new Map<string, typeof points>();
      for (const one of points) {
        const key = `${one.source} ${one.workType}`;
        groups.set(key, [...(groups.get(key) ?? []), one]);
      }
      for (const group of groups.values()) {
        const judged = group.filter(({ acceptedRate }) => acceptedRate !== null);
        // By sorting, not by comparing: cheapest first, and of those as cheap the best; each on the front is above all before it.
        const sorted = judged.toSorted((a, b) => a.meanTokens - b.meanTokens || b.acceptedRate! - a.acceptedRate!);
        let best = -1;
        let at = -1;
        for (const { meanTokens, acceptedRate, onFront } of sorted) {
          const isBest = acceptedRate! > best || (acceptedRate === best && meanTokens === at);
          expect(onFront).toBe(isBest);
          if (isBest) [best, at] = [acceptedRate!, meanTokens];
        }
        expect(group.filter(({ acceptedRate }) => acceptedRate === null).some(({ onFront }) => onFront)).toBe(false);
      }
    }),
  );
});

test('along the front, by tokens, the rate only rises', () => {
  const arbitrary = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 10 })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(arbitrary, (pairs) => {
      const marked = markParetoFront(pairs.map(([tokens, rate]) => point(tokens, rate / 10)));
      const kept = marked.filter(({ onFront }) => onFront).toSorted((a, b) => a.meanTokens - b.meanTokens);
      expect(kept.length).toBeGreaterThan(0);
      for (const [index, { meanTokens, acceptedRate }] of kept.entries()) {
        const before = kept[index - 1];
        if (!before || before.meanTokens === meanTokens) continue;
        expect(acceptedRate).toBeGreaterThan(before.acceptedRate ?? 1);
      }
    }),
  );
});
