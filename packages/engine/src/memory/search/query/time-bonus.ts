import { visibleCount } from '../index/age-order.ts';
import type { IndexState } from '../index/index-state.ts';
import type { NamedTime } from './named-times.ts';
import type { LiftedDocs } from '../index/scratch.ts';
import { addDoc } from '../index/column.ts';

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

export function isTimed({ ages }: IndexState, timed: readonly TimedPlaces[], docId: number): boolean {
  return timed.some(({ from, to }) => ages.place[docId]! >= from && ages.place[docId]! < to);
}

/** What a document gets for being of a time that the question names. */
export function timeBonus(state: IndexState, timed: readonly TimedPlaces[], docId: number): number {
  return isTimed(state, timed, docId) ? state.settings.namedTime : 0;
}

/**
 * Adds these documents to those that paths lift, as companions of a hinted file are: they need a word in common. Where nothing but the time
 * is asked for, `isAlone`, they need none.
 */
export function liftByTimes(
  state: IndexState,
  timed: readonly TimedPlaces[],
  lifts: LiftedDocs,
  isAlone: boolean,
): void {
  const docIds = docsIn(state, timed);
  for (const docId of docIds) addDoc(lifts.docIds, docId);
  if (isAlone) lifts.hinted.push(docIds);
}

/** Each once, ascending. */
function docsIn({ ages }: IndexState, timed: readonly TimedPlaces[]): Uint32Array {
  const docIds = new Set(timed.flatMap(({ from, to }) => [...ages.docIds.subarray(from, Math.max(from, to))]));
  return Uint32Array.from(docIds).sort();
}
