import { boundBlocks, keptTerms } from './block-bounds.ts';
import { createBlockLook, lookAtBlock, type BlockLook } from './block-look.ts';
import { orderBlocks } from './block-order.ts';
import { isEligible, offerHinted, offerSlot, SCORE_SLACK, settleMeasure, type FinalScoring } from './final-score.ts';
import { STRETCH, type ScoredTerm } from './lexical-score.ts';
import { beginMatches } from './scratch.ts';
import { BLOCK, BLOCK_BITS, blocksOf } from './slot-block.ts';
import { hasSlot } from './slot-set.ts';
import { floorOf, type TopHits } from './top-hits.ts';

/** A search in progress. */
interface BlockScan {
  readonly scoring: FinalScoring;
  readonly blocks: number;
  /** By block: no document in it has a higher raw score; 0 = none of them holds one of the terms. */
  readonly bounds: Float64Array;
  readonly look: BlockLook;
}

/** A look at a block takes as long as so many postings. */
const LOOK = 32;

/**
 * Offers `top` the hits of the full scan, digit by digit, and scores only documents that could be among them: first those that could have
 * the best raw score, which all others are measured by, then those that could reach the result, block by block of slots, the most
 * promising first. For scopes without dialogues. False when cancelled.
 */
export function scanBlocks(scoring: FinalScoring, terms: readonly ScoredTerm[], top: TopHits): boolean {
  const scan = beginScan(scoring, terms);
  if (scan === null || !settleBest(scan)) return false;
  const hasWords = scoring.best > 0;
  if (hasWords && !offerReachable(scan, top)) return false;
  // Those in the other blocks were offered, or have no chance.
  offerHinted(scoring, top, (slot) => !hasWords || scan.bounds[slot >>> BLOCK_BITS] === 0);
  return true;
}

function beginScan(scoring: FinalScoring, terms: readonly ScoredTerm[]): BlockScan | null {
  const { run } = scoring;
  const blocks = blocksOf(run.state.documents.count);
  beginMatches(run.scratch);
  const kept = keptTerms(run, terms);
  boundBlocks(run, terms.slice(0, terms.length - kept.length), kept, blocks);
  if (run.isCancelled()) return null;
  return { scoring, blocks, bounds: run.scratch.bounds, look: createBlockLook(run, kept) };
}

/** Looks at blocks until no other can hold a higher raw score than the best found. */
function settleBest(scan: BlockScan): boolean {
  const { scoring, bounds, blocks, look } = scan;
  scoring.best = 0;
  for (const block of orderBlocks(scoring.run.scratch.order, bounds, blocks, 0)) {
    const { best } = scoring;
    if (bounds[block]! <= best) continue;
    if (isGivenUp(scan)) return false;
    bounds[block] = lookAtBlock(look, block, { plain: best, companion: best, hinted: best });
    measurePlaces(scan, block);
  }
  settleMeasure(scoring);
  return true;
}

function measurePlaces({ scoring, look }: BlockScan, block: number): void {
  const { places, raws, count } = look;
  for (let at = 0; at < count; at++) {
    if (raws[at]! > scoring.best && isEligible(scoring, block * BLOCK + places[at]!)) scoring.best = raws[at]!;
  }
}

/** Offers the documents of each block as long as one of them could get in. */
function offerReachable(scan: BlockScan, top: TopHits): boolean {
  const { scoring, blocks, look } = scan;
  const { scratch, recency } = scoring.run;
  const { highest, highestUnhinted } = scratch.lifts;
  const reach = reachOfBlocks(scan);
  for (const block of orderBlocks(scratch.order, reach, blocks, 0)) {
    const floor = floorOf(top);
    if (reach[block]! < floor) continue;
    if (isGivenUp(scan)) return false;
    const byWords = floor - recency.byBlock[block]! - SCORE_SLACK;
    lookAtBlock(look, block, {
      plain: byWords * scoring.measure,
      companion: (byWords - highestUnhinted[block]!) * scoring.measure,
      hinted: (byWords - highest[block]!) * scoring.measure,
    });
    offerPlaces(scan, block, top);
  }
  return true;
}

/** What has no word in common is found by hints alone. */
function offerPlaces({ scoring, look }: BlockScan, block: number, top: TopHits): void {
  const { places, raws, count } = look;
  const { hintedSlots } = scoring.run.scratch.lifts;
  for (let at = 0; at < count; at++) {
    const slot = block * BLOCK + places[at]!;
    if (raws[at]! > 0 || hasSlot(hintedSlots, slot)) offerSlot(scoring, slot, raws[at]!, top);
  }
}

/** By block: no document in it has a higher final score; 0 for those that hold none of the terms. */
function reachOfBlocks({ scoring, bounds, blocks }: BlockScan): Float64Array {
  const { scratch, recency } = scoring.run;
  const { reach, lifts } = scratch;
  const share = 1 / scoring.measure;
  for (let block = 0; block < blocks; block++) {
    const others = recency.byBlock[block]! + lifts.highest[block]! + SCORE_SLACK;
    reach[block] = bounds[block]! > 0 ? bounds[block]! * share + others : 0;
  }
  return reach;
}

/** Before each look: true when the query was cancelled meanwhile. */
function isGivenUp({ scoring, look }: BlockScan): boolean {
  look.read += LOOK;
  if (look.read < STRETCH) return false;
  look.read = 0;
  return scoring.run.isCancelled();
}
