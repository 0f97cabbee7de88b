import { lengthened } from './column.ts';
import { averageLength, createFieldNorms, fillNorms, ownFrequency, type FieldNorms } from './field-norms.ts';
import type { IndexState } from './index-state.ts';
import { BLOCK, BLOCK_BITS, blocksOf } from './slot-block.ts';
import { addSlot, type SlotSet, wordsOf } from './slot-set.ts';
import { firstAt, type ListPiece, pieceFrom, type SlabStore } from './slab-store.ts';

/** Lists with fewer postings than this for each block are read by each query: what they give to each document is a better bound. */
const POSTINGS_A_BLOCK = 2;

/**
 * In a large scope, longer ones are kept all the same: peaks lie one behind another, and what a posting is weighed by is all over the
 * memory. Among a million documents 2048 takes a fifth of a search's time less than 8192, and 5 % more room.
 */
const LONGEST_READ = 2048;

const SHORTEST_KEPT = 256;

/** Averages may drift this far from those that the peaks were taken at, before all are taken anew; until then they are scaled. */
const LARGEST_DRIFT = 1.2;
const SMALLEST_DRIFT = 0.7;

/** Shares are kept in so many parts, rounded up. */
const PARTS = 255;

/**
 * The share of a list's blocks that there is room for besides. All lists grow with the scope: among a million documents their peaks take 124 of 1,040
 * MB, and half as much again would be 6 % of the index.
 */
const SPARE = 1 / 16;

/** Keeps a rounded share above what it bounds. */
const ROUNDING = 1 + 1e-9;

/** What a term gives at most in each block of slots, and where the block begins in its list. */
export interface TermPeaks {
  /** How many of the list's postings were taken in; those that came since are taken in by the next query. */
  taken: number;
  /** Blocks up to the one of the last posting. */
  blocks: number;
  /** By block: the highest f ÷ (k1 + f) in it, in {@link PARTS}. */
  shares: Uint8Array;
  /** By block: how many postings stand before its first. */
  first: Uint32Array;
  /** The documents in the list, where most blocks have some of them, so that shares tell little apart; null = they are read from the list. */
  slots: SlotSet | null;
}

/**
 * The peaks of the long lists. Derived from the index and kept beside it: a list is read through once, ahead of its first query where there
 * is time, and then what is appended. Dead documents stay in: a bound may be too high.
 */
export interface PeakCache {
  readonly terms: Map<number, TermPeaks>;
  /** Of the index, at the last refresh. */
  version: number;
  /** The store they are of: a compacted index has another one. */
  postings: SlabStore | null;
  /** At the average lengths when they were begun. */
  readonly norms: FieldNorms;
  /** Today's bound on f ÷ (k1 + f) for each kept share. */
  readonly today: Float64Array;
}

export function createPeakCache(): PeakCache {
  return {
    terms: new Map(),
    version: -1,
    postings: null,
    norms: createFieldNorms(),
    today: new Float64Array(PARTS + 1),
  };
}

/** Brings the cache up to the averages of the index. Call before asking for peaks. */
export function refreshPeakCache(cache: PeakCache, state: IndexState): void {
  if (cache.version === state.version && cache.postings === state.postings) return;
  cache.version = state.version;
  const { averages } = cache.norms;
  const text = averageLength(state, 'text');
  const path = averageLength(state, 'path');
  const drift = Math.max(text / averages.text, path / averages.path);
  const isFar = drift > LARGEST_DRIFT || Math.min(text / averages.text, path / averages.path) < SMALLEST_DRIFT;
  if (cache.postings !== state.postings || isFar) {
    cache.terms.clear();
    cache.postings = state.postings;
    fillNorms(cache.norms, state, { ...averages, text, path });
    scaleShares(cache, 1);
    return;
  }
  fillNorms(cache.norms, state, averages);
  // No frequency grows faster than the average of its field.
  scaleShares(cache, Math.max(1, drift));
}

/** A share s is of f = k1 × s ÷ (1 − s), so that a frequency `factor` times as high has this one. */
function scaleShares({ today }: PeakCache, factor: number): void {
  for (let part = 0; part <= PARTS; part++) {
    const share = part / PARTS;
    today[part] = ((factor * share) / (1 - share + factor * share)) * ROUNDING;
  }
}

/** The term's peaks; null when its list is to be read instead. */
export function peaksOf(cache: PeakCache, state: IndexState, term: number): TermPeaks | null {
  const { postings } = state;
  const known = cache.terms.get(term);
  if (!known && postings.count[term]! < shortestKept(state)) return null;
  const peaks = known ?? addPeaks(cache, state, term);
  takeIn(peaks, cache, state, term, postings.count[term]!);
  return peaks;
}

function shortestKept({ documents }: IndexState): number {
  return Math.max(SHORTEST_KEPT, Math.min(LONGEST_READ, POSTINGS_A_BLOCK * blocksOf(documents.count)));
}

function addPeaks(cache: PeakCache, { postings, documents }: IndexState, term: number): TermPeaks {
  const isDense = postings.count[term]! >= POSTINGS_A_BLOCK * blocksOf(documents.count);
  const slots = isDense ? new Uint32Array(0) : null;
  const peaks = { taken: 0, blocks: 0, shares: new Uint8Array(0), first: new Uint32Array(0), slots };
  cache.terms.set(term, peaks);
  return peaks;
}

/** The terms whose peaks queries would ask for, longest list first: the one that would keep its first query waiting longest. */
export function keptTermsOf(state: IndexState): number[] {
  const { count, lists } = state.postings;
  const shortest = shortestKept(state);
  const terms: number[] = [];
  for (let term = 0; term < lists; term++) if (count[term]! >= shortest) terms.push(term);
  return terms.sort((a, b) => count[b]! - count[a]!);
}

/** Takes in at most so many more postings of a term, so that its first query need not; answers how many. */
export function takeAhead(cache: PeakCache, state: IndexState, term: number, most: number): number {
  const peaks = cache.terms.get(term) ?? addPeaks(cache, state, term);
  const before = peaks.taken;
  takeIn(peaks, cache, state, term, Math.min(state.postings.count[term]!, before + most));
  return peaks.taken - before;
}

/** Takes in the postings of the list up to the one at `end`. */
function takeIn(peaks: TermPeaks, cache: PeakCache, state: IndexState, term: number, end: number): void {
  if (peaks.taken >= end) return;
  const { postings } = state;
  const blocks = blocksOf(firstAt(postings, term, end - 1) + 1);
  if (peaks.shares.length < blocks) reserveBlocks(peaks, blocks + Math.ceil(blocks * SPARE));
  while (peaks.taken < end) {
    const piece = pieceFrom(postings, term, peaks.taken);
    takeInPiece(peaks, cache, state, piece, Math.min(piece.end, piece.at + 2 * (end - peaks.taken)));
  }
}

function reserveBlocks(peaks: TermPeaks, blocks: number): void {
  peaks.shares = lengthened(peaks.shares, blocks);
  peaks.first = lengthened(peaks.first, blocks);
  if (peaks.slots) peaks.slots = lengthened(peaks.slots, wordsOf(blocks * BLOCK));
}

function takeInPiece(
  peaks: TermPeaks,
  { norms }: PeakCache,
  state: IndexState,
  { data, at: begin }: ListPiece,
  end: number,
): void {
  const { shares, first, taken, slots } = peaks;
  const { k1 } = state.settings;
  let filled = peaks.blocks;
  for (let at = begin; at < end; at += 2) {
    const slot = data[at]!;
    const frequency = ownFrequency(norms, state, slot, data[at + 1]!);
    const block = slot >>> BLOCK_BITS;
    if (slots) addSlot(slots, slot);
    while (filled <= block) first[filled++] = taken + (at - begin) / 2;
    const share = Math.ceil((PARTS * frequency) / (k1 + frequency));
    if (share > shares[block]!) shares[block] = share;
  }
  peaks.blocks = filled;
  peaks.taken = taken + (end - begin) / 2;
}

export function peakCacheBytes({ terms }: PeakCache): number {
  let bytes = 0;
  for (const { shares, first, slots } of terms.values()) {
    bytes += shares.byteLength + first.byteLength + (slots?.byteLength ?? 0);
  }
  return bytes;
}
