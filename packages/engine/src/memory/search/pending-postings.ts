import { grown } from './column.ts';
import type { IndexState, PendingPostings } from './index-state.ts';
import { appendEntry, countEntry, layOut } from './slab-store.ts';

/** About a millisecond's work. */
const SLOTS_AT_ONCE = 1000;

/** From now on postings wait, until {@link settlePostings}. Only of an index that never had a document. */
export function holdPostings(state: IndexState): void {
  if (state.documents.count > 0) return;
  state.pending = { packed: new Uint32Array(0), next: 0, counted: null, ends: new Uint32Array(0) };
}

/** Adds the postings of the slot that was given out last, whose terms are in hand. */
export function addPostings({ postings, pending, documents, dictionary, counts }: IndexState, slot: number): void {
  const { terms, count, packed } = counts;
  if (pending) keepPacked(pending, documents.termStart[slot]!, counts);
  for (let at = 0; at < count; at++) {
    const term = terms[at]!;
    if (!pending) appendEntry(postings, term, slot, packed[term]!);
    else if (pending.counted === null) countEntry(postings, term);
    dictionary.documents[term] = dictionary.documents[term]! + 1;
  }
}

function keepPacked(pending: PendingPostings, start: number, { terms, count, packed }: IndexState['counts']): void {
  if (start + count > pending.packed.length) pending.packed = grown(pending.packed, start + count);
  for (let at = 0; at < count; at++) pending.packed[start + at] = packed[terms[at]!]!;
}

/** Puts all postings in their places. What reads them calls it first. */
export function settlePostings(state: IndexState): void {
  while (state.pending) settleSome(state);
}

/** A part of {@link settlePostings}; false when nothing is left. Documents may come and go between two parts. */
export function settleSome(state: IndexState): boolean {
  const { pending, documents, postings } = state;
  if (!pending) return false;
  if (pending.counted === null) {
    pending.counted = documents.count;
    pending.ends = layOut(postings);
  }
  const end = Math.min(documents.count, pending.next + SLOTS_AT_ONCE);
  place(state, pending, Math.min(end, pending.counted));
  append(state, pending, end);
  if (pending.next === documents.count) state.pending = null;
  return state.pending !== null;
}

function place({ documents, postings: { data } }: IndexState, pending: PendingPostings, end: number): void {
  const { terms, termStart } = documents;
  const { packed, ends } = pending;
  for (; pending.next < end; pending.next++) {
    const last = termStart[pending.next + 1]!;
    for (let at = termStart[pending.next]!; at < last; at++) {
      const term = terms[at]!;
      const to = ends[term]!;
      data[to] = pending.next;
      data[to + 1] = packed[at]!;
      ends[term] = to + 2;
    }
  }
}

/** What came after the places were given out. */
function append({ documents, postings }: IndexState, pending: PendingPostings, end: number): void {
  const { terms, termStart } = documents;
  for (; pending.next < end; pending.next++) {
    for (let at = termStart[pending.next]!; at < termStart[pending.next + 1]!; at++) {
      appendEntry(postings, terms[at]!, pending.next, pending.packed[at]!);
    }
  }
}
