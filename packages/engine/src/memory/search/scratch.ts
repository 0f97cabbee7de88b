import { grown } from './column.ts';

/** Room for one query at a time, one number per slot, all 0 between queries. Reused: a query allocates almost nothing. */
export interface Scratch {
  /** Raw BM25F so far. */
  raw: Float64Array;
  /** Slots whose `raw` is not 0, in the order they were reached. */
  touched: Uint32Array;
  touchedCount: number;
  /** Path hints and co-change, already weighted. */
  bonus: Float64Array;
  readonly bonusSlots: number[];
  /** Pseudo-frequencies of the term in hand; conversational scopes only. */
  frequency: Float64Array;
  readonly frequencySlots: number[];
}

export function createScratch(): Scratch {
  return {
    raw: new Float64Array(0),
    touched: new Uint32Array(0),
    touchedCount: 0,
    bonus: new Float64Array(0),
    bonusSlots: [],
    frequency: new Float64Array(0),
    frequencySlots: [],
  };
}

export function reserveScratch(scratch: Scratch, slots: number): void {
  scratch.raw = grown(scratch.raw, slots);
  scratch.touched = grown(scratch.touched, slots);
  scratch.bonus = grown(scratch.bonus, slots);
  scratch.frequency = grown(scratch.frequency, slots);
}

/** Sets back to 0 what a query touched, however it ended. */
export function clearScratch(scratch: Scratch): void {
  for (let at = 0; at < scratch.touchedCount; at++) scratch.raw[scratch.touched[at]!] = 0;
  for (const slot of scratch.bonusSlots) scratch.bonus[slot] = 0;
  for (const slot of scratch.frequencySlots) scratch.frequency[slot] = 0;
  scratch.frequencySlots.length = 0;
  scratch.touchedCount = 0;
  scratch.bonusSlots.length = 0;
}

/** Adds to a slot's raw score. The amount must be positive: 0 is how an untouched slot is told. */
export function addRaw(scratch: Scratch, slot: number, amount: number): void {
  if (scratch.raw[slot] === 0) scratch.touched[scratch.touchedCount++] = slot;
  scratch.raw[slot] = scratch.raw[slot]! + amount;
}

export function addFrequency(scratch: Scratch, slot: number, amount: number): void {
  if (scratch.frequency[slot] === 0) scratch.frequencySlots.push(slot);
  scratch.frequency[slot] = scratch.frequency[slot]! + amount;
}

export function addBonus(scratch: Scratch, slot: number, amount: number): void {
  if (scratch.bonus[slot] === 0) scratch.bonusSlots.push(slot);
  scratch.bonus[slot] = scratch.bonus[slot]! + amount;
}
