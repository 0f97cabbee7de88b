import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOnFront, type Weighed } from './is-on-front.ts';

const point = (meanTokens: number, acceptedRate: number | null, usedShare: number, workType = 'bug_fix'): Weighed => ({
  source: 'session-start',
  workType,
  meanTokens,
  acceptedRate,
  usedShare,
});

test('each measure has a front of its own', () => {
  const [small, large] = [point(140, 0, 1), point(230, 1, 0.4)];
  const points = [small, large];
  expect(points.map((each) => isOnFront(each, points, 'acceptedRate'))).toEqual([true, true]);
  expect(points.map((each) => isOnFront(each, points, 'usedShare'))).toEqual([true, false]);
});

test('points are compared with those of their work type, alike ones are both on the front, and unknown ones on none', () => {
  const points = [point(100, 1, 0.5), point(100, 1, 0.5), point(200, 0.5, 0.4, 'chore'), point(50, null, 0.1)];
  expect(points.map((each) => isOnFront(each, points, 'acceptedRate'))).toEqual([true, true, true, false]);
});

const anyPoint = fc.record({
  source: fc.constantFrom('session-start', 'in-session'),
  workType: fc.constantFrom('bug_fix', 'chore'),
  meanTokens: fc.integer({ min: 0, max: 6 }),
  acceptedRate: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
  usedShare: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
});

test('of every diamond it is true that nothing of its source and work type is both cheaper and better', () => {
  const measures = fc.constantFrom('acceptedRate' as const, 'usedShare' as const);
  fc.assert(
    fc.property(fc.array(anyPoint, { maxLength: 12 }), measures, (points, measure) => {
      for (const point of points) {
        const value = point[measure];
        const rivals = points.filter(
          (other) =>
            other.source === point.source && other.workType === point.workType && other.meanTokens <= point.meanTokens,
        );
        const best = (list: readonly Weighed[]): number => Math.max(-1, ...list.map((other) => other[measure] ?? -1));
        const cheaper = rivals.filter((other) => other.meanTokens < point.meanTokens);
        const wanted = value !== null && value === best(rivals) && value > best(cheaper);
        expect(isOnFront(point, points, measure)).toBe(wanted);
      }
    }),
  );
});
