import { describe, expect, test } from 'vitest';
import { reportExperiment, type ExperimentSession } from './experiment-report.ts';
import { meanDifference, shareDifference, shareEstimate, spreadOf } from './intervals.ts';

describe('intervals', () => {
  test('Newcombe, 1998, table II: 56 of 70 against 48 of 80, 9 of 10 against 3 of 10, 10 of 10 against 0 of 20', () => {
    const rounded = (one: [number, number], other: [number, number]): number[] => {
      const { low, high } = shareDifference({ count: one[0], of: one[1] }, { count: other[0], of: other[1] });
      return [low, high].map((value) => Math.round(value * 10_000) / 10_000);
    };
    expect(rounded([56, 70], [48, 80])).toEqual([0.0524, 0.3339]);
    expect(rounded([9, 10], [3, 10])).toEqual([0.1705, 0.809]);
    expect(rounded([10, 10], [0, 20])).toEqual([0.6791, 1]);
  });

  test('Wilson: 81 of 263, and nothing of nothing', () => {
    const { low, high } = shareEstimate({ count: 81, of: 263 });
    expect([low, high]).toEqual([expect.closeTo(0.2553, 4), expect.closeTo(0.3662, 4)]);
    expect(shareEstimate({ count: 0, of: 0 })).toEqual({ value: 0, low: 0, high: 1 });
  });

  test("Welch: Student's percentile is that of the tables", () => {
    // Both sides alike with n values each: 2n − 2 degrees of freedom, and the margin is the percentile times sqrt(2 variance / n).
    const percentile = (n: number, z?: number): number => {
      const one = { n, mean: 0, variance: 1 };
      return meanDifference(one, one, z).high / Math.sqrt(2 / n);
    };
    expect(percentile(6)).toBeCloseTo(2.2281, 3);
    expect(percentile(16)).toBeCloseTo(2.0423, 4);
    expect(percentile(11, 3.290527)).toBeCloseTo(3.8495, 2);
    expect(meanDifference(spreadOf([3]), spreadOf([1, 2]))).toMatchObject({ low: -Infinity, high: Infinity });
  });
});

/** Mulberry32: the same numbers each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface World {
  readonly accepted: readonly [withMemory: number, without: number];
  /** Factor that memory puts on tokens and tool calls. */
  readonly effort: number;
}

/** Sessions with skewed lengths, of which a fifth ends nobody knows how, and two thirds reach a passing test. */
function simulate({ accepted, effort }: World, count: number, withhold: number, random: () => number) {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, (): ExperimentSession => {
    const heldOut = random() < withhold;
    const isAccepted = random() < accepted[heldOut ? 1 : 0];
    const amount = (typical: number): number => Math.round(typical * Math.exp(0.8 * normal()) * (heldOut ? 1 : effort));
    return {
      heldOut,
      outcome: random() < 0.2 ? null : isAccepted ? 'accepted' : random() < 0.5 ? 'rework' : 'rejected',
      corrections: random() < (isAccepted ? 0.1 : 0.4) ? 1 : 0,
      tokens: amount(4000),
      toolCalls: amount(40),
      secondsToTest: random() < 0.66 ? amount(600) : null,
    };
  });
}

const NOTHING: World = { accepted: [0.7, 0.7], effort: 1 };
const HELPS: World = { accepted: [0.85, 0.5], effort: 0.6 };
const RUNS = 400;

function runs(world: World, count: number, withhold: number) {
  const random = randomFrom(20_261_125);
  return Array.from({ length: RUNS }, () => reportExperiment(simulate(world, count, withhold, random), withhold));
}

const shareOf = <Item>(items: readonly Item[], holds: (item: Item) => boolean): number =>
  items.filter(holds).length / items.length;

describe('a simulation', () => {
  test('[C-026] without an effect the intervals hold the truth, and hardly a report claims one', () => {
    for (const [count, withhold] of [
      [150, 0.1],
      [200, 0.5],
      [1500, 0.5],
    ] as const) {
      const reports = runs(NOTHING, count, withhold);
      for (const index of [0, 1, 2, 3, 4]) {
        const covered = shareOf(reports, ({ measures }) => {
          const { low, high } = measures[index]!.difference;
          return (low ?? -Infinity) <= 0 && (high ?? Infinity) >= 0;
        });
        expect.soft([count, index, covered > 0.925]).toEqual([count, index, true]);
      }
      const alarms = shareOf(reports, ({ measures }) => ['better', 'worse'].includes(measures[0]!.verdict));
      expect.soft([count, alarms < 0.06]).toEqual([count, true]);
    }
  });

  test('[C-026] a planted effect is found, with its size, and never taken for harm', () => {
    const reports = runs(HELPS, 300, 0.5);
    const accepted = reports.map(({ measures }) => measures[0]!);
    expect(shareOf(accepted, ({ verdict }) => verdict === 'better')).toBeGreaterThan(0.9);
    expect(shareOf(accepted, ({ verdict }) => verdict === 'worse')).toBe(0);
    const holdsTruth = ({ difference }: (typeof accepted)[number]): boolean =>
      difference.low! <= 0.35 && difference.high! >= 0.35;
    expect(shareOf(accepted, holdsTruth)).toBeGreaterThan(0.925);
    const tokens = reports.map(({ measures }) => measures[2]!);
    expect(shareOf(tokens, ({ verdict }) => verdict === 'better')).toBeGreaterThan(0.9);
    expect(shareOf(tokens, ({ difference: { low, high } }) => low! <= -0.4 && high! >= -0.4)).toBeGreaterThan(0.925);
    expect(reports[0]!.conclusion).toMatch(/^Memory helps: \d+ % of the sessions with memory were accepted, \d+ %/);
  });

  test('who looks after each twenty sessions and stops at the first claim is seldom wrong', () => {
    const random = randomFrom(7);
    const claims = Array.from({ length: 150 }, () => {
      const sessions = simulate(NOTHING, 400, 0.5, random);
      return Array.from({ length: 20 }, (_, index) => reportExperiment(sessions.slice(0, 20 * (index + 1)), 0.5)).some(
        ({ measures }) => ['better', 'worse'].includes(measures[0]!.verdict),
      );
    });
    expect(shareOf(claims, Boolean)).toBeLessThan(0.05);
  });

  test('few sessions are too few, and about as many more as it says are enough', () => {
    const random = randomFrom(3);
    const [early] = reportExperiment(simulate(HELPS, 12, 0.5, random), 0.5).measures;
    expect(early).toMatchObject({ verdict: 'too-little' });
    const nothing = simulate(NOTHING, 40, 0.5, random);
    const { measures, conclusion } = reportExperiment(nothing, 0.5);
    expect(conclusion).toMatch(
      /^There is too little to tell whether memory helps; about \d+ more sessions are needed\.$/,
    );
    const more = simulate(NOTHING, measures[0]!.moreSessions + 150, 0.5, random);
    expect(reportExperiment([...nothing, ...more], 0.5).measures[0]).toMatchObject({
      verdict: 'same',
      moreSessions: 0,
    });
    expect(reportExperiment([], 0.1)).toMatchObject({
      sessions: { with: 0, without: 0 },
      conclusion: 'There is too little to tell whether memory helps; about 2200 more sessions are needed.',
    });
  });
});
