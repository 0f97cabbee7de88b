import { boundInBlock, type KeptTerm } from './block-bounds.ts';
import { ownFrequency } from './field-norms.ts';
import { addContributions, type ScoringRun } from './lexical-score.ts';
import { takePartials } from './score-partials.ts';
import { type LookRoom, reserveLook } from './look-room.ts';
import { dropRaws } from './scratch.ts';
import { firstAt, secondAt } from './slab-store.ts';
import { BLOCK, BLOCK_BITS, BLOCK_WORDS } from './slot-block.ts';
import { hasSlot, SLOT_WORD_BITS } from './slot-set.ts';
import type { TermPeaks } from './term-peaks.ts';

/** More documents than this are scored by all postings of the block, which takes less than a look at each, or less than scoring each. */
const MOST_WEIGHED = 48;
const MOST_SCORED = 12;

/** One block under a closer look: its documents that have more than is needed. */
export interface BlockLook extends LookRoom {
  readonly run: ScoringRun;
  readonly kept: readonly KeptTerm[];
  count: number;
  /** Postings read, all looks together. */
  read: number;
}

/** What a document must have more than: one that no path lifts, one that only a companion of a hinted file lifts, one that a hint reaches. */
export interface NeededRaws {
  readonly plain: number;
  readonly companion: number;
  readonly hinted: number;
}

export function createBlockLook(run: ScoringRun, kept: readonly KeptTerm[]): BlockLook {
  const { most, rest, holders, places, raws } = reserveLook(run.scratch.look, kept.length);
  return { run, kept, most, rest, holders, places, raws, count: 0, read: 0 };
}

/** Finds the documents of a block that have more than is needed. Answers the most that one of its documents can have by words. */
export function lookAtBlock(look: BlockLook, block: number, needed: NeededRaws): number {
  const most = findAbove(look, block, needed);
  // The next text of the query may be one that is scanned whole.
  dropRaws(look.run.scratch);
  return most;
}

function findAbove(look: BlockLook, block: number, needed: NeededRaws): number {
  const { run, kept, most, rest } = look;
  look.count = 0;
  rest[kept.length] = 0;
  takePartials(run, block);
  for (let at = kept.length - 1; at >= 0; at--) {
    most[at] = boundInBlock(run, kept[at]!, block);
    rest[at] = rest[at + 1]! + most[at]!;
  }
  const highest = run.scratch.highest + rest[0]!;
  if (highest <= needed.hinted) return highest;
  let first = 0;
  while (first < kept.length && rest[first]! > needed.plain) first++;
  if (postingsOf(look, block, first) > MOST_WEIGHED) return scoreAll(look, block, needed);
  for (let at = 0; at < kept.length; at++) findHolders(look, block, at);
  findPlaces(look, block, first, needed);
  const weighed = weighEach(look, block, needed);
  if (look.count > MOST_SCORED) return scoreAll(look, block, needed);
  return Math.max(rest[first]!, weighed, scoreEach(look, block, needed));
}

function findHolders({ run, kept, most, holders }: BlockLook, block: number, at: number): void {
  const { term, peaks } = kept[at]!;
  const { slots, first } = peaks;
  const begin = at * BLOCK_WORDS;
  const isNone = most[at] === 0;
  for (let word = 0; word < BLOCK_WORDS; word++) {
    holders[begin + word] = isNone || slots === null ? 0 : slots[block * BLOCK_WORDS + word]!;
  }
  if (isNone || slots !== null) return;
  const end = first[block]! + postingsIn(peaks, block);
  for (let next = first[block]!; next < end; next++) {
    const place = firstAt(run.state.postings, term.number, next) & (BLOCK - 1);
    holders[begin + (place >>> SLOT_WORD_BITS)]! |= 1 << place;
  }
}

/** How many postings the first so many terms have in the block. */
function postingsOf({ kept, most }: BlockLook, block: number, terms: number): number {
  let count = 0;
  for (let at = 0; at < terms; at++) if (most[at]! > 0) count += postingsIn(kept[at]!.peaks, block);
  return count;
}

function postingsIn({ first, blocks, taken }: TermPeaks, block: number): number {
  return (block + 1 < blocks ? first[block + 1]! : taken) - first[block]!;
}

/**
 * Finds the documents that may have enough: those that hold a term with a short list, or one of the first `terms` long ones, since all
 * behind those give too little by themselves; and those that paths lift, where that may make up for it.
 */
function findPlaces(look: BlockLook, block: number, terms: number, needed: NeededRaws): void {
  const { rest, holders, run, places } = look;
  const { touched, touchedCount, lifts } = run.scratch;
  const lifting = rest[0]! > needed.companion ? lifts.slots : rest[0]! > needed.hinted ? lifts.hintedSlots : null;
  for (let word = 0; word < BLOCK_WORDS; word++) {
    let left = lifting === null ? 0 : lifting[block * BLOCK_WORDS + word]!;
    for (let at = 0; at < terms; at++) left |= holders[at * BLOCK_WORDS + word]!;
    for (let at = 0; at < touchedCount; at++) {
      if (touched[at]! >>> SLOT_WORD_BITS === word) left |= 1 << touched[at]!;
    }
    for (; left !== 0; left &= left - 1) {
      places[look.count++] = (word << SLOT_WORD_BITS) + 31 - Math.clz32(left & -left);
    }
  }
}

/** Reads all postings of the block, as long as one of its documents may have enough. */
function scoreAll(look: BlockLook, block: number, needed: NeededRaws): number {
  const { kept, run, most, rest, places, raws } = look;
  const { scratch } = run;
  look.count = 0;
  for (let at = 0; at < kept.length; at++) {
    if (scratch.highest + rest[at]! <= needed.hinted) return scratch.highest + rest[at]!;
    if (most[at] === 0) continue;
    const from = kept[at]!.peaks.first[block]!;
    look.read += addContributions(run, kept[at]!.term, from, block * BLOCK, BLOCK) - from;
  }
  if (scratch.highest <= needed.hinted) return scratch.highest;
  const { raw, touched, touchedCount, lifts } = scratch;
  for (let at = 0; at < touchedCount; at++) {
    const place = touched[at]!;
    if (raw[place]! <= needed.hinted || raw[place]! <= neededFor(look, block, place, needed)) continue;
    places[look.count] = place;
    raws[look.count++] = raw[place]!;
  }
  if (needed.hinted >= 0) return scratch.highest;
  for (let place = 0; place < BLOCK; place++) {
    if (raw[place] !== 0 || !hasSlot(lifts.hintedSlots, block * BLOCK + place)) continue;
    places[look.count] = place;
    raws[look.count++] = 0;
  }
  return scratch.highest;
}

/** Keeps those whose terms, each at the most that it gives in the block, are enough. Answers the most that the others can have. */
function weighEach(look: BlockLook, block: number, needed: NeededRaws): number {
  const { places } = look;
  let highest = 0;
  let count = 0;
  for (let at = 0; at < look.count; at++) {
    const place = places[at]!;
    const most = boundOf(look, place);
    if (most > neededFor(look, block, place, needed)) places[count++] = place;
    else if (most > highest) highest = most;
  }
  look.count = count;
  return highest;
}

function scoreEach(look: BlockLook, block: number, needed: NeededRaws): number {
  const { places, raws } = look;
  let highest = 0;
  let count = 0;
  for (let at = 0; at < look.count; at++) {
    const place = places[at]!;
    const raw = rawOf(look, block, place);
    if (raw > highest) highest = raw;
    if (raw <= neededFor(look, block, place, needed)) continue;
    places[count] = place;
    raws[count++] = raw;
  }
  look.count = count;
  return highest;
}

function neededFor({ run }: BlockLook, block: number, place: number, needed: NeededRaws): number {
  const { slots, hintedSlots } = run.scratch.lifts;
  const slot = (block << BLOCK_BITS) + place;
  if (!hasSlot(slots, slot)) return needed.plain;
  return hasSlot(hintedSlots, slot) ? needed.hinted : needed.companion;
}

function boundOf({ run, kept, holders, most }: BlockLook, place: number): number {
  let sum = run.scratch.raw[place]!;
  for (let at = 0; at < kept.length; at++) {
    if (((holders[at * BLOCK_WORDS + (place >>> SLOT_WORD_BITS)]! >>> place) & 1) === 1) sum += most[at]!;
  }
  return sum;
}

function rawOf(look: BlockLook, block: number, place: number): number {
  const { run, kept, holders } = look;
  const { state, norms, scratch } = run;
  const { k1 } = state.settings;
  const slot = (block << BLOCK_BITS) + place;
  let sum = scratch.raw[place]!;
  for (let at = 0; at < kept.length; at++) {
    if (((holders[at * BLOCK_WORDS + (place >>> SLOT_WORD_BITS)]! >>> place) & 1) === 0) continue;
    const { term, peaks } = kept[at]!;
    const index = peaks.first[block]! + holdersBefore(holders, at * BLOCK_WORDS, place);
    const frequency = ownFrequency(norms, state, slot, secondAt(state.postings, term.number, index));
    sum += (term.gain * frequency) / (k1 + frequency);
    look.read++;
  }
  return sum;
}

/** How many documents before `place` hold the term whose words begin at `begin`. */
function holdersBefore(holders: Uint32Array, begin: number, place: number): number {
  const word = place >>> SLOT_WORD_BITS;
  let count = bitsOf(holders[begin + word]! & ((1 << place) - 1));
  for (let at = 0; at < word; at++) count += bitsOf(holders[begin + at]!);
  return count;
}

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
