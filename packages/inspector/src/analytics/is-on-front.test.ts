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
