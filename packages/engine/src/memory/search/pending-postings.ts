import {
  CHUNK_BITS,
  CHUNK_MASK,
  type ChunkedColumn,
  createChunkedColumn,
  numberAt,
  reserveChunks,
} from './chunked-column.ts';
import type { IndexState, PendingPostings } from './index-state.ts';
import { appendEntry, countEntry, layOutLists } from './slab-store.ts';

/** Much less than a millisecond's work, but for the first ones: nearly each posting of theirs is the first that a page of memory gets. */
const SLOTS_AT_ONCE = 200;

/** About a millisecond's work. */
const LISTS_AT_ONCE = 100_000;

/** From now on postings wait, until {@link settlePostings}. Only of an index that never had a document. */
export function holdPostings(state: IndexState): void {
  if (state.documents.count > 0) return;
  state.pending = {
    packed: createChunkedColumn(new Uint32Array(0)),
    next: 0,
    counted: null,
    laidOut: 0,
    ends: new Uint32Array(0),
  };
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
  reserveChunks(pending.packed, start + count);
  const { chunks } = pending.packed;
  for (let at = 0; at < count; at++) {
    const to = start + at;
    chunks[to >>> CHUNK_BITS]![to & CHUNK_MASK] = packed[terms[at]!]!;
  }
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
    pending.ends = new Uint32Array(postings.lists);
  }
  if (pending.laidOut < pending.ends.length) {
    pending.laidOut = layOutLists(postings, pending.ends, pending.laidOut, LISTS_AT_ONCE);
    return true;
  }
  const end = Math.min(documents.count, pending.next + SLOTS_AT_ONCE);
  place(state, pending, Math.min(end, pending.counted));
  append(state, pending, end);
  if (pending.next === documents.count) state.pending = null;
  return state.pending !== null;
}

function place({ documents, postings }: IndexState, pending: PendingPostings, end: number): void {
  const { termStart } = documents;
  // All that was laid out together is one array, seen from its first chunk on.
  const data = postings.data.chunks[0]!;
  for (; pending.next < end; pending.next++) {
    const last = termStart[pending.next + 1]!;
    for (let at = termStart[pending.next]!; at < last; at = (at | CHUNK_MASK) + 1) {
      placeFrom(documents.terms, pending, data, at, Math.min(last, (at | CHUNK_MASK) + 1));
    }
  }
}

/** Places the postings of the next slot from `first` up to `end`, which are in one chunk. */
function placeFrom(
  terms: ChunkedColumn,
  pending: PendingPostings,
  data: Uint32Array,
  first: number,
  end: number,
): void {
  const { ends, next, packed } = pending;
  const ownTerms = terms.chunks[first >>> CHUNK_BITS]!;
  const ownPacked = packed.chunks[first >>> CHUNK_BITS]!;
  for (let at = first; at < end; at++) {
    const term = ownTerms[at & CHUNK_MASK]!;
    const to = ends[term]!;
    data[to] = next;
    data[to + 1] = ownPacked[at & CHUNK_MASK]!;
    ends[term] = to + 2;
  }
}

/** What came after the places were given out. */
function append({ documents, postings }: IndexState, pending: PendingPostings, end: number): void {
  const { terms, termStart } = documents;
  for (; pending.next < end; pending.next++) {
    for (let at = termStart[pending.next]!; at < termStart[pending.next + 1]!; at++) {
      appendEntry(postings, numberAt(terms, at), pending.next, numberAt(pending.packed, at));
    }
  }
}
