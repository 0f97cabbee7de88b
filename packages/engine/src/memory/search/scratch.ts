import { grown, addSlot, hasSlot, reserveSlots, type SlotSet } from './column.ts';

/**
 * Slots that are scored for every term before the next ones are: what scoring writes for them fits the processor's cache. Term by term
 * over a million documents, each posting waited for memory.
 */
export const WINDOW = 4096;

/** The documents that a query's paths lift, or the times that it names. */
export interface LiftedSlots {
  slots: SlotSet;
  /** Those of them that a hint itself reaches, and not only a file that changes together with it. */
  hintedSlots: SlotSet;
  /** Those that a hint reaches, path by path, ascending: they are found without a word in common. */
  readonly hinted: Uint32Array[];
  /** Those that a term has found. */
  matched: SlotSet;
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
    lifts: createLifts(),
    frequency: new Float64Array(0),
    frequencySlots: [],
  };
}

function createLifts(): LiftedSlots {
  return {
    slots: new Uint32Array(0),
    hintedSlots: new Uint32Array(0),
    hinted: [],
    matched: new Uint32Array(0),
  };
}

export function reserveScratch(scratch: Scratch, slots: number, hasDialogues: boolean): void {
  const inHand = hasDialogues ? slots : Math.min(WINDOW, slots);
  scratch.raw = grown(scratch.raw, inHand);
  scratch.touched = grown(scratch.touched, inHand);
  if (hasDialogues) scratch.frequency = grown(scratch.frequency, slots);
  reserveLifts(scratch.lifts, slots);
}

function reserveLifts(lifts: LiftedSlots, slots: number): void {
  lifts.slots = reserveSlots(lifts.slots, slots);
  lifts.hintedSlots = reserveSlots(lifts.hintedSlots, slots);
  lifts.matched = reserveSlots(lifts.matched, slots);
}

/** Sets back to 0 what a query touched, however it ended. */
export function clearScratch(scratch: Scratch): void {
  const { lifts } = scratch;
  dropRaws(scratch);
  for (const slot of scratch.frequencySlots) scratch.frequency[slot] = 0;
  clearLifts(lifts);
  lifts.matched.fill(0);
  scratch.frequencySlots.length = 0;
  forgetMatches(scratch);
}

/** Nothing is lifted any more. */
export function clearLifts(lifts: LiftedSlots): void {
  lifts.slots.fill(0);
  lifts.hintedSlots.fill(0);
  lifts.hinted.length = 0;
}

/** Forgets the raw scores in hand. */
function dropRaws(scratch: Scratch): void {
  const { raw, touched, touchedCount } = scratch;
  for (let at = 0; at < touchedCount; at++) raw[touched[at]!] = 0;
  scratch.touchedCount = 0;
}

function forgetMatches({ plain, lifted }: Scratch): void {
  plain.count = 0;
  lifted.count = 0;
}

export function scratchBytes(scratch: Scratch): number {
  const { raw, touched, plain, lifted, lifts, frequency } = scratch;
  const matches = [plain.slots, plain.raws, lifted.slots, lifted.raws];
  const sets = [lifts.slots, lifts.hintedSlots, lifts.matched];
  const columns = [raw, touched, ...matches, ...sets, frequency];
  return columns.reduce((sum, column) => sum + column.byteLength, 0);
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

/** Before a scan: nothing is found yet. */
export function beginMatches(scratch: Scratch): void {
  forgetMatches(scratch);
  scratch.lifts.matched.fill(0);
}

/** Moves the raw scores in hand to the matches; `base` is the slot of the first place. */
export function takeMatches(scratch: Scratch, base: number): void {
  const { raw, touched, touchedCount, plain, lifted, lifts } = scratch;
  reserveMatches(plain, plain.count + touchedCount);
  reserveMatches(lifted, lifted.count + touchedCount);
  const { slots: isLifted, matched } = lifts;
  const { slots, raws } = plain;
  let { count } = plain;
  for (let at = 0; at < touchedCount; at++) {
    const place = touched[at]!;
    const slot = base + place;
    if (hasSlot(isLifted, slot)) {
      addSlot(matched, slot);
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

/** Documents that a scan found, each with its raw BM25F, side by side: passes over them read memory in order. */
export interface MatchList {
  slots: Uint32Array;
  raws: Float64Array;
  count: number;
}

function createMatchList(): MatchList {
  return { slots: new Uint32Array(0), raws: new Float64Array(0), count: 0 };
}

function reserveMatches(list: MatchList, room: number): void {
  list.slots = grown(list.slots, room);
  list.raws = grown(list.raws, room);
}
