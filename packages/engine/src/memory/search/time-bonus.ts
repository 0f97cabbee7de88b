import { visibleCount } from './age-order.ts';
import type { IndexState } from './index-state.ts';
import type { NamedTime } from './named-times.ts';
import type { LiftedSlots } from './scratch.ts';
import { addSlot } from './column.ts';

/** Documents that stand side by side in the order of age: those made in one of the times that a question names. */
export interface TimedPlaces {
  readonly from: number;
  readonly to: number;
}

/** Of each time the newest {@link SearchSettings.hintDocuments} documents. */
export function resolveTimes({ ages, documents, settings }: IndexState, times: readonly NamedTime[]): TimedPlaces[] {
  return times.map(({ from, to }) => {
    const end = visibleCount(ages, documents, to - 1);
    return { from: Math.max(visibleCount(ages, documents, from - 1), end - settings.hintDocuments), to: end };
  });
}

export function isTimed({ ages }: IndexState, timed: readonly TimedPlaces[], slot: number): boolean {
  return timed.some(({ from, to }) => ages.place[slot]! >= from && ages.place[slot]! < to);
}

/** What a document gets for being of a time that the question names. */
export function timeBonus(state: IndexState, timed: readonly TimedPlaces[], slot: number): number {
  return isTimed(state, timed, slot) ? state.settings.namedTime : 0;
}

/**
 * Adds these documents to those that paths lift, as companions of a hinted file are: they need a word in common. Where nothing but the time
 * is asked for, `isAlone`, they need none.
 */
export function liftByTimes(
  state: IndexState,
  timed: readonly TimedPlaces[],
  lifts: LiftedSlots,
  isAlone: boolean,
): void {
  const slots = slotsIn(state, timed);
  for (const slot of slots) addSlot(lifts.slots, slot);
  if (isAlone) lifts.hinted.push(slots);
}

/** Each once, ascending. */
function slotsIn({ ages }: IndexState, timed: readonly TimedPlaces[]): Uint32Array {
  const slots = new Set(timed.flatMap(({ from, to }) => [...ages.slots.subarray(from, Math.max(from, to))]));
  return Uint32Array.from(slots).sort();
}
