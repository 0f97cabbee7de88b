import { boundBlocks, boundInBlock, keptTerms, type KeptTerm } from './block-bounds.ts';
import { orderBlocks } from './block-order.ts';
import { isEligible, offerHinted, offerMatches, SCORE_SLACK, settleMeasure, type FinalScoring } from './final-score.ts';
import { addContributions, STRETCH, type ScoredTerm } from './lexical-score.ts';
import { takePartials } from './score-partials.ts';
import { beginMatches, dropRaws, forgetMatches, takeMatches } from './scratch.ts';
import { BLOCK, BLOCK_BITS, blocksOf } from './slot-block.ts';
import { floorOf, type TopHits } from './top-hits.ts';

/** A search in progress. */
interface BlockScan {
  readonly scoring: FinalScoring;
  readonly kept: readonly KeptTerm[];
  readonly blocks: number;
  /** By block: no document in it has a higher raw score; 0 once the block is scored. */
  readonly bounds: Float64Array;
  /** By kept term: the most that it and those behind it give to one document of the block in hand. */
  readonly rest: Float64Array;
  /** Postings read since the last look at the cancel flag. */
  read: number;
}

/**
 * Offers `top` the hits of the full scan, digit by digit, and scores only the blocks of slots that could hold one of them: first
 * those that could hold the best raw score, which all others are measured by, then those that could reach the result, the most
 * promising first. For scopes without dialogues. False when cancelled.
 */
export function scanBlocks(scoring: FinalScoring, terms: readonly ScoredTerm[], top: TopHits): boolean {
  const scan = beginScan(scoring, terms);
  if (scan === null || !settleBest(scan)) return false;
  offerMatches(scoring, top);
  if (!offerReachable(scan, top)) return false;
  // A hinted document in a block that was not scored has no chance, whatever words it has.
  offerHinted(scoring, top, (slot) => scan.bounds[slot >>> BLOCK_BITS] === 0);
  return true;
}

function beginScan(scoring: FinalScoring, terms: readonly ScoredTerm[]): BlockScan | null {
  const { run } = scoring;
  const blocks = blocksOf(run.state.documents.count);
  beginMatches(run.scratch);
  const kept = keptTerms(run, terms);
  boundBlocks(run, terms.slice(0, terms.length - kept.length), kept, blocks);
  if (run.isCancelled()) return null;
  return { scoring, kept, blocks, bounds: run.scratch.bounds, rest: new Float64Array(kept.length + 1), read: 0 };
}

/**
 * Of so many blocks the matches are kept when they are scored for the best: they are the most promising ones. A query of words that nearly
 * all documents hold scores every block for it, and then few of them can reach the result: those are scored again.
 */
const KEPT_BLOCKS = 64;

/** Scores blocks until no other can hold a higher raw score than the best found; what the first of them hold stays in the matches. */
function settleBest(scan: BlockScan): boolean {
  const { scoring, bounds, blocks } = scan;
  const { scratch } = scoring.run;
  scoring.best = 0;
  let room = KEPT_BLOCKS;
  for (const block of orderBlocks(scratch.order, bounds, blocks, 0)) {
    if (bounds[block]! <= scoring.best) continue;
    if (!scoreBlock(scan, block, scoring.best)) return false;
    measureBlock(scoring, block);
    if (room-- > 0) takeMatches(scratch, block * BLOCK);
    else leaveBlock(scan, block);
  }
  settleMeasure(scoring);
  return true;
}

/** What is known of the block from now on is its highest score, unless it was given up before its end. */
function leaveBlock({ scoring, bounds }: BlockScan, block: number): void {
  const { scratch } = scoring.run;
  if (bounds[block] === 0) bounds[block] = scratch.highest;
  dropRaws(scratch);
}

/** Where most documents say the same of a query, most blocks hold nothing above the best. */
function measureBlock(scoring: FinalScoring, block: number): void {
  const { raw, touched, touchedCount, highest } = scoring.run.scratch;
  if (highest <= scoring.best) return;
  for (let at = 0; at < touchedCount; at++) {
    const place = touched[at]!;
    if (raw[place]! > scoring.best && isEligible(scoring, block * BLOCK + place)) scoring.best = raw[place]!;
  }
}

/** Scores each block as long as one of its documents could get in. */
function offerReachable(scan: BlockScan, top: TopHits): boolean {
  const { scoring, blocks } = scan;
  const { scratch, recency } = scoring.run;
  const reach = reachOfBlocks(scan);
  for (const block of orderBlocks(scratch.order, reach, blocks, Math.max(0, floorOf(top)))) {
    if (reach[block]! < floorOf(top)) continue;
    forgetMatches(scratch);
    const others = recency.byBlock[block]! + scratch.lifts.highest[block]! + SCORE_SLACK;
    if (!scoreBlock(scan, block, (floorOf(top) - others) * scoring.measure)) return false;
    takeMatches(scratch, block * BLOCK);
    offerMatches(scoring, top);
  }
  return true;
}

/** By block: no document in it has a higher final score; 0 for those that hold none of the terms, or are scored. */
function reachOfBlocks({ scoring, bounds, blocks }: BlockScan): Float64Array {
  const { scratch, recency } = scoring.run;
  const { reach, lifts } = scratch;
  const share = scoring.best > 0 ? 1 / scoring.measure : 0;
  for (let block = 0; block < blocks; block++) {
    const others = recency.byBlock[block]! + lifts.highest[block]! + SCORE_SLACK;
    reach[block] = bounds[block]! > 0 ? bounds[block]! * share + others : 0;
  }
  return reach;
}

/** Leaves the raw scores of the block in hand; none when no document of it turns out to have more than `needed`. False when cancelled. */
function scoreBlock(scan: BlockScan, block: number, needed: number): boolean {
  const { kept, rest } = scan;
  const { run } = scan.scoring;
  if (scan.read >= STRETCH) {
    if (run.isCancelled()) return false;
    scan.read = 0;
  }
  takePartials(run, block);
  for (let at = kept.length - 1; at >= 0; at--) rest[at] = rest[at + 1]! + boundInBlock(run, kept[at]!, block);
  for (let at = 0; at < kept.length; at++) {
    const highest = run.scratch.highest + rest[at]!;
    if (highest <= needed) {
      dropRaws(run.scratch);
      scan.bounds[block] = highest;
      return true;
    }
    const { term, peaks } = kept[at]!;
    if (block >= peaks.blocks || peaks.shares[block] === 0) continue;
    const from = peaks.first[block]!;
    scan.read += addContributions(run, term, from, block * BLOCK, BLOCK) - from;
  }
  scan.bounds[block] = 0;
  return true;
}
