import {
  meanDifference,
  shareDifference,
  shareEstimate,
  spreadOf,
  Z_95,
  type Estimate,
  type Share,
} from './intervals.ts';

/** What is known of one session of an experiment, after its end. */
export interface ExperimentSession {
  readonly heldOut: boolean;
  /** null = unknown. */
  readonly outcome: 'accepted' | 'rework' | 'rejected' | null;
  /** Answers by which the user took back or corrected what the agent had done; null = nothing was reported. */
  readonly corrections: number | null;
  /** What was said, asked of tools and injected, as far as it was reported; four characters each. null = nothing was reported. */
  readonly tokens: number | null;
  /** null = nothing was reported. */
  readonly toolCalls: number | null;
  /** From its first event to the first test run that passed; null = none did. */
  readonly secondsToTest: number | null;
}

/** What is compared. `accepted` and `corrected` are shares of sessions; the others are those of a typical session (the geometric mean). */
export type MeasureName = 'accepted' | 'corrected' | 'tokens' | 'tool-calls' | 'seconds-to-test';

/**
 * What a measure says of memory. `better`, `worse`: the interval of the difference has only such values. `same`: with so many sessions a difference worth
 * knowing would have been seen. `too-little`: nothing can be said yet.
 */
export type MeasureVerdict = 'better' | 'worse' | 'same' | 'too-little';

/** One side of a comparison. */
export interface MeasureSide extends Estimate {
  /** Sessions of which it is known. */
  readonly sessions: number;
}

/** One comparison. Intervals are of 95 %. */
export interface Measure {
  readonly measure: MeasureName;
  readonly with: MeasureSide;
  readonly without: MeasureSide;
  /** With less without: in points for shares, as a share of `without` for the others. null bounds: anything is possible. */
  readonly difference: { readonly value: number; readonly low: number | null; readonly high: number | null };
  readonly verdict: MeasureVerdict;
  /** About so many sessions more are needed to see a difference worth knowing (10 points, or a fifth); 0 when it is decided. */
  readonly moreSessions: number;
}

/** What an experiment shows so far. */
export interface ExperimentFindings {
  readonly sessions: { readonly with: number; readonly without: number };
  readonly measures: readonly Measure[];
  /** In one sentence, by outcomes. */
  readonly conclusion: string;
}

/** A smaller difference is not worth an experiment: points of a share, and the logarithm of a fifth more. */
const WORTH_KNOWING = { share: 0.1, log: Math.log(1.2) };
/** Nothing is said of fewer. */
const FEWEST = 10;
/** Chance of 80 % to see a difference that is there. */
const Z_POWER = 0.841621;
/**
 * Before as many sessions as were needed have ended only what is certain to 99.9 % counts (Haybittle and Peto): who looks every day would take a chance
 * result for one otherwise.
 */
const Z_EARLY = 3.290527;

/** Compares the sessions with memory and those without. `withhold`: the share that goes without. Pure. */
export function reportExperiment(sessions: readonly ExperimentSession[], withhold: number): ExperimentFindings {
  const sides: Sides = {
    with: sessions.filter(({ heldOut }) => !heldOut),
    without: sessions.filter(({ heldOut }) => heldOut),
    withhold,
  };
  const measures = [
    compareShares(sides, 'accepted', 1, ({ outcome }) => (outcome === null ? null : outcome === 'accepted')),
    compareShares(sides, 'corrected', -1, ({ corrections }) => (corrections === null ? null : corrections > 0)),
    compareTypical(sides, 'tokens', ({ tokens }) => tokens),
    compareTypical(sides, 'tool-calls', ({ toolCalls }) => toolCalls),
    compareTypical(sides, 'seconds-to-test', ({ secondsToTest }) => secondsToTest),
  ];
  const counts = { with: sides.with.length, without: sides.without.length };
  return { sessions: counts, measures, conclusion: conclude(measures[0]!) };
}

interface Sides {
  readonly with: readonly ExperimentSession[];
  readonly without: readonly ExperimentSession[];
  readonly withhold: number;
}

function compareShares(
  sides: Sides,
  measure: MeasureName,
  good: 1 | -1,
  read: (session: ExperimentSession) => boolean | null,
): Measure {
  const shareOf = (side: readonly ExperimentSession[]): Share => {
    const known = side.map(read).filter((value) => value !== null);
    return { count: known.filter(Boolean).length, of: known.length };
  };
  const [one, other] = [shareOf(sides.with), shareOf(sides.without)];
  // Of few sessions the share of all is taken to be nearer to a half than it looks.
  const pooled = (one.count + other.count + 1) / (one.of + other.of + 2);
  const variance = pooled * (1 - pooled);
  const needed = sessionsNeeded(variance, variance, WORTH_KNOWING.share, sides.withhold);
  return decided(measure, good, {
    ...{ with: { ...shareEstimate(one), sessions: one.of }, without: { ...shareEstimate(other), sessions: other.of } },
    needed: needed / shareKnown(sides, one.of + other.of),
    had: sides.with.length + sides.without.length,
    difference: (z) => shareDifference(one, other, z),
    told: (estimate) => estimate,
  });
}

/**
 * By logarithms: a few sessions of many hours would decide a mean of hours. A session that took twice as long counts for one as one that took half as long
 * counts for the other.
 */
function compareTypical(
  sides: Sides,
  measure: MeasureName,
  read: (session: ExperimentSession) => number | null,
): Measure {
  const logsOf = (side: readonly ExperimentSession[]): readonly number[] =>
    side.flatMap((session) => {
      const value = read(session);
      return value === null ? [] : [Math.log(1 + Math.max(0, value))];
    });
  const [one, other] = [spreadOf(logsOf(sides.with)), spreadOf(logsOf(sides.without))];
  const side = (of: typeof one): MeasureSide => {
    const { low, high } = meanDifference(of, { ...of, mean: 0, variance: 0 });
    const amount = (log: number): number => Math.max(0, Math.exp(Math.min(log, 700)) - 1);
    const bounds = of.n < 2 ? { low: 0, high: amount(of.mean) } : { low: amount(low), high: amount(high) };
    return { value: amount(of.mean), ...bounds, sessions: of.n };
  };
  const needed = sessionsNeeded(one.variance || 1, other.variance || 1, WORTH_KNOWING.log, sides.withhold);
  const ratio = (log: number): number => Math.exp(log) - 1;
  return decided(measure, -1, {
    ...{ with: side(one), without: side(other) },
    needed: needed / shareKnown(sides, one.n + other.n),
    had: sides.with.length + sides.without.length,
    difference: (z) => meanDifference(one, other, z),
    told: ({ value, low, high }) => ({ value: ratio(value), low: ratio(low), high: ratio(high) }),
  });
}

/** Of how many sessions the value is known: of others nothing comes. */
function shareKnown(sides: Sides, known: number): number {
  return (known + 1) / (sides.with.length + sides.without.length + 1);
}

function sessionsNeeded(varianceWith: number, varianceWithout: number, worth: number, withhold: number): number {
  return ((Z_95 + Z_POWER) / worth) ** 2 * (varianceWith / (1 - withhold) + varianceWithout / withhold);
}

interface Comparison {
  readonly with: MeasureSide;
  readonly without: MeasureSide;
  readonly needed: number;
  readonly had: number;
  readonly difference: (z: number) => Estimate;
  readonly told: (estimate: Estimate) => Estimate;
}

function decided(measure: MeasureName, good: 1 | -1, comparison: Comparison): Measure {
  const { needed, had, difference } = comparison;
  const isPlanned = had >= needed;
  const enough = Math.min(comparison.with.sessions, comparison.without.sessions) >= FEWEST;
  const { low, high } = difference(isPlanned ? Z_95 : Z_EARLY);
  const sign = !enough ? 0 : low > 0 ? 1 : high < 0 ? -1 : 0;
  const verdict = sign === 0 ? (isPlanned && enough ? 'same' : 'too-little') : sign === good ? 'better' : 'worse';
  const told = comparison.told(difference(Z_95));
  const bound = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return {
    measure,
    with: comparison.with,
    without: comparison.without,
    difference: { value: told.value, low: Number.isFinite(told.high) ? bound(told.low) : null, high: bound(told.high) },
    verdict,
    moreSessions: verdict === 'too-little' ? about(needed - had) : 0,
  };
}

/** Two figures of a number are as many as it is good for. */
function about(sessions: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, sessions))) - 1);
  return Math.max(1, Math.ceil(sessions / step) * step);
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function conclude({ verdict, moreSessions, difference, ...sides }: Measure): string {
  const shares = `${percent(sides.with.value)} of the sessions with memory were accepted, ${percent(sides.without.value)} of those without`;
  const { low, high } = difference;
  const points = (value: number | null): string => (value === null ? '?' : String(Math.round(value * 100)));
  const interval = `${points(low)} to ${points(high)} points`;
  if (verdict === 'better') return `Memory helps: ${shares} (${interval}).`;
  if (verdict === 'worse') return `Memory does harm: ${shares} (${interval}).`;
  if (verdict === 'same') return `Memory makes no difference that is worth knowing: ${shares} (${interval}).`;
  return `There is too little to tell whether memory helps; about ${moreSessions} more sessions are needed.`;
}
