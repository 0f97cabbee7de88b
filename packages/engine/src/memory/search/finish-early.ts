import {
  finalScore,
  isEligible,
  offerMatches,
  offerSlot,
  recencyBounds,
  recencyOfRank,
  type FinalScoring,
} from './final-score.ts';
import type { IndexState } from './index-state.ts';
import { contributionOf, type ScoredTerm } from './lexical-score.ts';
import type { MatchList } from './match-list.ts';
import { hasSlot } from './slot-set.ts';
import { createTopHits, floorOf, offer, ranked, type TopHits } from './top-hits.ts';

/** Below so many postings left, reading them is cheaper than proving that they need not be read. */
const FEWEST_POSTINGS_LEFT = 2048;

/** The proof is tried when so much of the reading is done: when it fails, that part is read again. */
const SHARE_READ_FIRST = 0.25;

/** The newest documents are looked at one by one: recency could lift any of them. The rest gain little by it. */
const NEWEST_WATCHED = 1024;

/** Looking up one document's exact score costs about as much as reading so many postings, for each term. */
const LOOK_UP_COST = 8;

/** Slack for what rounding may add. */
const EPSILON = 1e-9;

/** How many of the terms, the ones with the highest bounds first, are read before {@link finishEarly} is tried; 0 = not worth it. */
export function termsToReadFirst({ postings }: IndexState, terms: readonly ScoredTerm[]): number {
  const lengths = terms.map(({ number }) => postings.count[number]!);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  let [first, read] = [0, 0];
  while (first < terms.length && read + lengths[first]! <= SHARE_READ_FIRST * all) read += lengths[first++]!;
  const boundOf = (some: readonly ScoredTerm[]): number => some.reduce((sum, { bound }) => sum + bound, 0);
  const canOutweigh = boundOf(terms.slice(0, first)) > boundOf(terms.slice(first));
  return canOutweigh && all - read >= FEWEST_POSTINGS_LEFT ? first : 0;
}

/**
 * Tries to end the search after the first `read` terms, which were scanned: proves that every document outside a small set stays
 * below the result whatever it has of the remaining, common terms, and offers `top` that set with its exact scores. False when
 * the proof fails and all terms must be read. The hits are those of the full scan, digit by digit: a document's terms are added
 * in the same order either way.
 */
export function finishEarly(scoring: FinalScoring, terms: readonly ScoredTerm[], read: number, top: TopHits): boolean {
  const attempt = startAttempt(scoring, terms, read);
  if (attempt === null) return false;
  const seeds = promising(attempt, top.limit);
  if (seeds === null) return false;
  for (const slot of seeds) exactRaw(attempt, slot);
  if (!settleBest(attempt)) return false;
  const floor = scoreFloor(attempt, top.limit);
  if (attempt.rest / scoring.best + unseenBonus(scoring) >= floor - EPSILON) return false;
  if (!examineRest(attempt, floor)) return false;
  offerExact(attempt, top);
  return true;
}

interface Attempt {
  readonly scoring: FinalScoring;
  readonly terms: readonly ScoredTerm[];
  /** The most that the terms not read yet can add to a document. */
  readonly rest: number;
  /** Full raw scores by slot. */
  readonly exact: Map<number, number>;
  readonly mostLookUps: number;
}

/** Null when what is left could still outweigh all that was read. */
function startAttempt(scoring: FinalScoring, terms: readonly ScoredTerm[], read: number): Attempt | null {
  const { state, scratch } = scoring.run;
  const remaining = terms.slice(read);
  const rest = remaining.reduce((sum, { bound }) => sum + bound, 0);
  const highest = Math.max(highestOf(scratch.plain), highestOf(scratch.lifted));
  if (rest >= highest) return null;
  // A guess that makes partial scores comparable; settleBest replaces it.
  scoring.best = highest;
  const postings = remaining.reduce((sum, { number }) => sum + state.postings.count[number]!, 0);
  return { scoring, terms, rest, exact: new Map(), mostLookUps: postings / LOOK_UP_COST / terms.length };
}

function highestOf({ raws, count }: MatchList): number {
  let highest = 0;
  for (let at = 0; at < count; at++) if (raws[at]! > highest) highest = raws[at]!;
  return highest;
}

/** The slots that look best so far; null when even they leave little hope of a floor above the rest. */
function promising({ scoring, rest }: Attempt, limit: number): number[] | null {
  const top = createTopHits(limit);
  offerMatches(scoring, top);
  if (rest / scoring.best + unseenBonus(scoring) >= floorOf(top)) return null;
  return ranked(top).map(({ slot }) => slot);
}

/** The slot's full raw score, in the same order of addition as reading all postings would give. */
function exactRaw({ scoring, terms, exact }: Attempt, slot: number): number {
  const known = exact.get(slot);
  if (known !== undefined) return known;
  let raw = 0;
  for (const term of terms) raw += contributionOf(scoring.run, term, slot);
  exact.set(slot, raw);
  return raw;
}

/** Finds the best raw score of all: whatever could beat the best so far is looked up. */
function settleBest(attempt: Attempt): boolean {
  const { scoring, rest, exact } = attempt;
  const { plain, lifted } = scoring.run.scratch;
  scoring.best = Math.max(0, ...exact.values());
  return rest < scoring.best && settleMatches(attempt, plain) && settleMatches(attempt, lifted);
}

function settleMatches(attempt: Attempt, { slots, raws, count }: MatchList): boolean {
  const { scoring, rest, exact, mostLookUps } = attempt;
  for (let at = 0; at < count; at++) {
    if (raws[at]! + rest <= scoring.best) continue;
    const slot = slots[at]!;
    if (exact.has(slot) || !isEligible(scoring, slot)) continue;
    if (exact.size > mostLookUps) return false;
    scoring.best = Math.max(scoring.best, exactRaw(attempt, slot));
  }
  return true;
}

/** The score of the last one in, among those known exactly: nothing below it can be in the result. */
function scoreFloor({ scoring, exact }: Attempt, limit: number): number {
  const top = createTopHits(limit);
  for (const [slot, raw] of exact) {
    if (raw > 0) offer(top, { slot, raw, score: finalScore(scoring, slot, raw), place: slot });
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
  const { visible, run } = attempt.scoring;
  const { plain, lifted, lifts } = run.scratch;
  const newest = run.state.ages.slots.subarray(Math.max(0, visible - NEWEST_WATCHED), visible);
  const unmatched = lifts.slots.filter((slot) => hasSlot(lifts.unmatched, slot));
  return (
    examine(attempt, plain.slots, plain.raws, plain.count, floor) &&
    examine(attempt, lifted.slots, lifted.raws, lifted.count, floor) &&
    examine(attempt, unmatched, null, unmatched.length, floor) &&
    // Those that a read term found were examined above, with what they have of it.
    examine(attempt, newest, null, newest.length, floor)
  );
}

/** `raws` is what the read terms gave; null = nothing. */
function examine(
  attempt: Attempt,
  slots: ArrayLike<number>,
  raws: Float64Array | null,
  count: number,
  floor: number,
): boolean {
  const { scoring, rest, exact, mostLookUps } = attempt;
  const { bonus } = scoring.run.scratch.lifts;
  const { place } = scoring.run.state.ages;
  const recencyBound = recencyBounds(scoring);
  const needed = floor - EPSILON;
  for (let at = 0; at < count; at++) {
    const slot = slots[at]!;
    const reachable = ((raws ? raws[at]! : 0) + rest) / scoring.best + bonus[slot]!;
    if (reachable + recencyBound[Math.clz32(scoring.visible - place[slot]!)]! < needed) continue;
    if (exact.has(slot) || !isEligible(scoring, slot)) continue;
    if (exact.size > mostLookUps) return false;
    exactRaw(attempt, slot);
  }
  return true;
}

/** A hinted document that was not looked up stays below the floor whatever it holds. */
function offerExact({ scoring, exact }: Attempt, top: TopHits): void {
  const { lifts } = scoring.run.scratch;
  for (const [slot, raw] of exact) if (raw > 0) offerSlot(scoring, slot, raw, top);
  for (const slot of lifts.slots.slice(0, lifts.hinted)) {
    if (!exact.get(slot)) offerSlot(scoring, slot, 0, top);
  }
}
