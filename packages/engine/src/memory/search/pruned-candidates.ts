import { finalScore, isEligible, offerSlots, recencyBounds, recencyOfRank, type FinalScoring } from './final-score.ts';
import { contributionOf, type ScoredTerm } from './lexical-score.ts';
import { createTopHits, floorOf, offer, ranked } from './top-hits.ts';

/** Below so many postings left, reading them is cheaper than proving that they need not be read. */
const FEWEST_POSTINGS_TO_PRUNE = 2048;

/** The newest documents are looked at one by one: recency could lift any of them. The rest gain little by it. */
const NEWEST_WATCHED = 1024;

/** Looking up one document's exact score costs about as much as reading so many postings, for each remaining term. */
const LOOK_UP_COST = 8;

/** Slack for what rounding may add. */
const EPSILON = 1e-9;

/**
 * Tries to end the search after the first `scored` terms (the ones with the highest bounds): proves that every document
 * outside a small set stays below the result whatever it has of the remaining, common terms. Returns that set, with its
 * exact raw scores written, or null when the proof fails and the next term must be read. The hits are those of the full
 * scan, digit by digit: a document's terms are added in the same order either way.
 */
export function tryToFinish(
  scoring: FinalScoring,
  terms: readonly ScoredTerm[],
  scored: number,
  limit: number,
): number[] | null {
  const attempt = startAttempt(scoring, terms.slice(scored));
  if (attempt === null) return null;
  const seeds = promising(attempt, limit);
  if (seeds === null) return null;
  for (const slot of seeds) exactRaw(attempt, slot);
  if (!settleBest(attempt)) return null;
  const floor = scoreFloor(attempt, limit);
  if (attempt.rest / scoring.best + unseenBonus(scoring) >= floor - EPSILON) return null;
  if (!examineRest(attempt, floor)) return null;
  writeExact(attempt);
  return [...attempt.exact.keys()];
}

interface Attempt {
  readonly scoring: FinalScoring;
  /** Terms not read yet, and the most that they can add to a document. */
  readonly remaining: readonly ScoredTerm[];
  readonly rest: number;
  readonly exact: Map<number, number>;
  readonly mostLookUps: number;
}

/** Null when too little is left to read, or when what is left could still outweigh all that was read. */
function startAttempt(scoring: FinalScoring, remaining: readonly ScoredTerm[]): Attempt | null {
  const { state, scratch } = scoring.run;
  const postings = remaining.reduce((sum, term) => sum + state.postings.count[term.number]!, 0);
  if (postings < FEWEST_POSTINGS_TO_PRUNE || postings < scratch.touchedCount) return null;
  const rest = remaining.reduce((sum, term) => sum + term.bound, 0);
  let highest = 0;
  for (let at = 0; at < scratch.touchedCount; at++) {
    const raw = scratch.raw[scratch.touched[at]!]!;
    if (raw > highest) highest = raw;
  }
  if (rest >= highest) return null;
  // A guess that makes partial scores comparable; settleBest replaces it.
  scoring.best = highest;
  return { scoring, remaining, rest, exact: new Map(), mostLookUps: postings / LOOK_UP_COST / remaining.length };
}

/** The slots that look best so far; null when even they leave little hope of a floor above the rest. */
function promising({ scoring, rest }: Attempt, limit: number): number[] | null {
  const { scratch } = scoring.run;
  const top = createTopHits(limit);
  offerSlots(scoring, scratch.touched, scratch.touchedCount, top);
  if (rest / scoring.best + unseenBonus(scoring) >= floorOf(top)) return null;
  return ranked(top).map(({ slot }) => slot);
}

/** The slot's full raw score, in the same order of addition as reading all postings would give. */
function exactRaw({ scoring, remaining, exact }: Attempt, slot: number): number {
  const known = exact.get(slot);
  if (known !== undefined) return known;
  let raw = scoring.run.scratch.raw[slot]!;
  for (const term of remaining) raw += contributionOf(scoring.run, term, slot);
  exact.set(slot, raw);
  return raw;
}

/** Finds the best raw score of all: whatever could beat the best so far is looked up. */
function settleBest(attempt: Attempt): boolean {
  const { scoring, rest, exact, mostLookUps } = attempt;
  const { raw, touched, touchedCount } = scoring.run.scratch;
  let best = Math.max(0, ...exact.values());
  if (rest >= best) return false;
  for (let at = 0; at < touchedCount; at++) {
    const slot = touched[at]!;
    if (raw[slot]! + rest <= best || exact.has(slot) || !isEligible(scoring, slot)) continue;
    if (exact.size > mostLookUps) return false;
    best = Math.max(best, exactRaw(attempt, slot));
  }
  scoring.best = best;
  return true;
}

/** The score of the last one in, among those known exactly: nothing below it can be in the result. */
function scoreFloor({ scoring, exact }: Attempt, limit: number): number {
  const top = createTopHits(limit);
  for (const [slot, raw] of exact) {
    if (raw > 0) offer(top, { slot, score: finalScore(scoring, slot, raw), place: slot });
  }
  return floorOf(top);
}

/** The most that recency gives to a document that no read term, no hint and no watched place brought up. */
function unseenBonus({ run, visible }: FinalScoring): number {
  if (visible <= NEWEST_WATCHED) return 0;
  return run.state.settings.recency * recencyOfRank(NEWEST_WATCHED + 1, visible);
}

/** Looks up all that could still reach the floor. Returns false when they are too many. */
function examineRest(attempt: Attempt, floor: number): boolean {
  const { scoring } = attempt;
  const { touched, touchedCount, bonusSlots } = scoring.run.scratch;
  const newest = scoring.run.state.ages.slots.subarray(Math.max(0, scoring.visible - NEWEST_WATCHED), scoring.visible);
  return (
    examine(attempt, touched, touchedCount, floor) &&
    examine(attempt, bonusSlots, bonusSlots.length, floor) &&
    examine(attempt, newest, newest.length, floor)
  );
}

function examine(attempt: Attempt, slots: ArrayLike<number>, count: number, floor: number): boolean {
  const { scoring, rest, exact, mostLookUps } = attempt;
  const { raw, bonus } = scoring.run.scratch;
  const { place } = scoring.run.state.ages;
  const recencyBound = recencyBounds(scoring);
  const needed = floor - EPSILON;
  for (let at = 0; at < count; at++) {
    const slot = slots[at]!;
    const reachable = (raw[slot]! + rest) / scoring.best + bonus[slot]!;
    if (reachable + recencyBound[Math.clz32(scoring.visible - place[slot]!)]! < needed) continue;
    if (exact.has(slot) || !isEligible(scoring, slot)) continue;
    if (exact.size > mostLookUps) return false;
    exactRaw(attempt, slot);
  }
  return true;
}

function writeExact({ scoring, exact }: Attempt): void {
  const { scratch } = scoring.run;
  for (const [slot, raw] of exact) {
    if (scratch.raw[slot] === 0 && raw > 0) scratch.touched[scratch.touchedCount++] = slot;
    scratch.raw[slot] = raw;
  }
}
