import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MIN_COMMITS, planReplay } from './plan-replay.ts';
import type { ReplayCommit } from './read-history.ts';

const history = (count: number, pathsOf: (position: number) => readonly string[]): ReplayCommit[] =>
  Array.from({ length: count }, (_value, position) => ({
    position,
    hash: String(position),
    subject: '',
    paths: pathsOf(position),
    observation: { content: `Count ${position} otters` },
  }));

test('the first share is memory; of the later commits those are asked about whose files an earlier one touched', () => {
  // Every third commit brings a file of its own and nothing else.
  const commits = history(30, (position) => (position % 3 === 0 ? [`own-${position}`] : [`shared-${position % 3}`]));
  const plan = planReplay(commits, { split: 0.7, queries: 200 });
  expect(plan.remembered).toBe(21);
  expect(plan.queries.map(({ position }) => position)).toEqual([22, 23, 25, 26, 28, 29]);
  expect(plan.eligible).toBe(6);
});

test('fewer are asked than could be: in order, different, and spread so that no gap is twice another', () => {
  fc.assert(
    fc.property(fc.integer({ min: MIN_COMMITS, max: 400 }), fc.integer({ min: 1, max: 60 }), (count, queries) => {
      const plan = planReplay(
        history(count, () => ['a']),
        { split: 0.5, queries },
      );
      const positions = plan.queries.map(({ position }) => position);
      expect(positions).toHaveLength(Math.min(queries, plan.eligible));
      const gaps = positions.slice(1).map((position, index) => position - (positions[index] ?? 0));
      expect(Math.min(1, ...gaps)).toBeGreaterThan(0);
      expect(Math.max(0, ...gaps) - Math.min(...gaps, count)).toBeLessThanOrEqual(1);
    }),
  );
});

test.each([0.0001, 0.9999])('a split of %f still leaves a commit on each side', (split) => {
  const { remembered } = planReplay(
    history(40, () => ['a']),
    { split, queries: 5 },
  );
  expect(remembered).toBeGreaterThan(0);
  expect(remembered).toBeLessThan(40);
});

test('too few commits are refused with the number that is needed', () => {
  expect(() =>
    planReplay(
      history(MIN_COMMITS - 1, () => ['a']),
      { split: 0.7, queries: 5 },
    ),
  ).toThrow(
    expect.objectContaining({
      code: 'import-source-invalid',
      message: expect.stringContaining(`at least ${MIN_COMMITS} commits, and there are ${MIN_COMMITS - 1}`),
      details: { commits: MIN_COMMITS - 1, needed: MIN_COMMITS },
    }),
  );
});

test('a history in which no file is touched twice is refused', () => {
  expect(() =>
    planReplay(
      history(40, (position) => [`${position}`]),
      { split: 0.7, queries: 5 },
    ),
  ).toThrow(expect.objectContaining({ code: 'import-source-invalid', details: { commits: 12, needed: 1 } }));
});
