import { grown } from './column.ts';
import { createMatchList, reserveMatches, type MatchList } from './match-list.ts';
import { addSlot, deleteSlot, hasSlot, reserveSlots, type SlotSet } from './slot-set.ts';

/**
 * Slots that are scored for every term before the next ones are: what scoring writes for them fits the processor's cache. Term by term
 * over a million documents, each posting waited for memory.
 */
export const WINDOW = 4096;

/** The documents that a query's paths lift. */
export interface LiftedSlots {
  /** By slot: path hints and co-change, already weighted. */
  bonus: Float64Array;
  /** In the order they were reached: those of the hints, then those of companion files alone. */
  readonly slots: number[];
  /** How many of {@link LiftedSlots.slots} a hint reaches, which are found without a word in common. */
  hinted: number;
  /** Those that no scanned term has found. */
  unmatched: SlotSet;
}

/** Room for one query at a time, all 0 between queries. Reused: a query allocates almost nothing. */
export interface Scratch {
  /** Raw BM25F of the slots in hand: those of a window, counted from its first; in a scope with dialogues all. */
  raw: Float64Array;
  /** The places in `raw` that are not 0, in the order they were reached. */
  touched: Uint32Array;
  touchedCount: number;
  /** What the scan found: what no path lifts, and what one does. */
  readonly plain: MatchList;
  readonly lifted: MatchList;
  readonly lifts: LiftedSlots;
  /** Pseudo-frequencies of the term in hand; scopes with dialogues only. */
  frequency: Float64Array;
  readonly frequencySlots: number[];
}

export function createScratch(): Scratch {
  return {
    raw: new Float64Array(0),
    touched: new Uint32Array(0),
    touchedCount: 0,
    plain: createMatchList(),
    lifted: createMatchList(),
    lifts: { bonus: new Float64Array(0), slots: [], hinted: 0, unmatched: new Uint32Array(0) },
    frequency: new Float64Array(0),
    frequencySlots: [],
  };
}

export function reserveScratch(scratch: Scratch, slots: number, hasDialogues: boolean): void {
  const inHand = hasDialogues ? slots : Math.min(WINDOW, slots);
  scratch.raw = grown(scratch.raw, inHand);
  scratch.touched = grown(scratch.touched, inHand);
  if (hasDialogues) scratch.frequency = grown(scratch.frequency, slots);
  scratch.lifts.bonus = grown(scratch.lifts.bonus, slots);
  scratch.lifts.unmatched = reserveSlots(scratch.lifts.unmatched, slots);
}

/** Sets back to 0 what a query touched, however it ended. */
export function clearScratch(scratch: Scratch): void {
  const { lifts, plain, lifted } = scratch;
  for (let at = 0; at < scratch.touchedCount; at++) scratch.raw[scratch.touched[at]!] = 0;
  for (const slot of scratch.frequencySlots) scratch.frequency[slot] = 0;
  for (const slot of lifts.slots) {
    lifts.bonus[slot] = 0;
    deleteSlot(lifts.unmatched, slot);
  }
  scratch.frequencySlots.length = 0;
  scratch.touchedCount = 0;
  lifts.slots.length = 0;
  lifts.hinted = 0;
  plain.count = 0;
  lifted.count = 0;
}

export function scratchBytes({ raw, touched, plain, lifted, lifts, frequency }: Scratch): number {
  const columns = [raw, touched, plain.slots, plain.raws, lifted.slots, lifted.raws, lifts.bonus, frequency];
  return columns.reduce((sum, column) => sum + column.byteLength, lifts.unmatched.byteLength);
}

/** Adds to the raw score of a place. The amount must be positive: 0 is how an untouched place is told. */
export function addRaw(scratch: Scratch, place: number, amount: number): void {
  if (scratch.raw[place] === 0) scratch.touched[scratch.touchedCount++] = place;
  scratch.raw[place] = scratch.raw[place]! + amount;
}

export function addFrequency(scratch: Scratch, slot: number, amount: number): void {
  if (scratch.frequency[slot] === 0) scratch.frequencySlots.push(slot);
  scratch.frequency[slot] = scratch.frequency[slot]! + amount;
}

/** Lifts a document. An amount of 0 only makes it one that a hint finds. */
export function lift({ lifts }: Scratch, slot: number, amount: number): void {
  if (!hasSlot(lifts.unmatched, slot)) {
    addSlot(lifts.unmatched, slot);
    lifts.slots.push(slot);
  }
  lifts.bonus[slot] = lifts.bonus[slot]! + amount;
}

/** Before a scan: nothing is found yet. */
export function beginMatches({ plain, lifted, lifts }: Scratch): void {
  plain.count = 0;
  lifted.count = 0;
  for (const slot of lifts.slots) addSlot(lifts.unmatched, slot);
}

/** Moves the raw scores in hand to the matches; `base` is the slot of the first place. */
export function takeMatches(scratch: Scratch, base: number): void {
  const { raw, touched, touchedCount, plain, lifted, lifts } = scratch;
  reserveMatches(plain, plain.count + touchedCount);
  reserveMatches(lifted, lifted.count + Math.min(touchedCount, lifts.slots.length));
  const { unmatched } = lifts;
  const { slots, raws } = plain;
  let { count } = plain;
  for (let at = 0; at < touchedCount; at++) {
    const place = touched[at]!;
    const slot = base + place;
    if (hasSlot(unmatched, slot)) {
      deleteSlot(unmatched, slot);
      lifted.slots[lifted.count] = slot;
      lifted.raws[lifted.count++] = raw[place]!;
    } else {
      slots[count] = slot;
      raws[count++] = raw[place]!;
    }
    raw[place] = 0;
  }
  plain.count = count;
  scratch.touchedCount = 0;
}
