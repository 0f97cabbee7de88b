import { ALIVE, TALK } from './document-table.ts';
import type { IndexState } from './index-state.ts';

/** The slots of each talk's parts, by session number. Looked for once, 4 ms for 100,000; what changes then is entered. */
export function talkSlots(state: IndexState): ReadonlyMap<number, readonly number[]> {
  if (state.talks) return state.talks;
  state.talks = new Map();
  for (let slot = 0; slot < state.documents.count; slot++) enterTalkSlot(state, slot);
  return state.talks;
}

/** Enters a living part of a talk where talks were looked for; any other document is none. */
export function enterTalkSlot({ talks, documents: { flags, session } }: IndexState, slot: number): void {
  if (!talks || (flags[slot]! & (ALIVE | TALK)) !== (ALIVE | TALK)) return;
  const known = talks.get(session[slot]!);
  if (known) known.push(slot);
  else talks.set(session[slot]!, [slot]);
}

/** Takes a part out of its talk, before it dies. */
export function leaveTalkSlot({ talks, documents: { session } }: IndexState, slot: number): void {
  const known = talks?.get(session[slot]!);
  const at = known?.indexOf(slot) ?? -1;
  if (!talks || !known || at < 0) return;
  known.splice(at, 1);
  if (known.length === 0) talks.delete(session[slot]!);
}
