import { grown } from './column.ts';

/**
 * Growing lists of entries, by number. A list of one entry, which is most of them, lies in one column with the others of its kind; each
 * longer one has an array of its own: one that is full is copied, and no other. Entries are 1 or 2 numbers wide and ascend by their first.
 */
export interface PostingLists {
  readonly width: 1 | 2;
  /** The first entry of each list. */
  firsts: Uint32Array;
  /** All entries of a list with more than one, with room behind them; null = it has none but its first. */
  readonly longer: (Uint32Array | null)[];
  /** How many entries each list has. */
  count: Uint32Array;
  /** What the arrays of the longer ones take. */
  bytes: number;
}

/** A list's array and its buffer as objects. */
const BYTES_OF_A_LIST = 176;

/** Shorter lists grow to the double, longer ones by half. */
const DOUBLED = 64;

export function createPostingLists(width: 1 | 2): PostingLists {
  return { width, firsts: new Uint32Array(0), longer: [], count: new Uint32Array(0), bytes: 0 };
}

/** Appends an entry to a list, which begins to exist with its first entry. `second` is ignored in lists of width 1. */
export function appendEntry(lists: PostingLists, list: number, first: number, second: number): void {
  if (list >= lists.longer.length) addLists(lists, list + 1);
  const { width, count } = lists;
  const entries = count[list]!;
  const isFirst = entries === 0;
  const data = isFirst ? lists.firsts : roomFor(lists, list, entries);
  const at = width * (isFirst ? list : entries);
  data[at] = first;
  if (width === 2) data[at + 1] = second;
  count[list] = entries + 1;
}

function addLists(lists: PostingLists, length: number): void {
  while (lists.longer.length < length) lists.longer.push(null);
  lists.count = grown(lists.count, length, 1);
  lists.firsts = grown(lists.firsts, length * lists.width, 2);
}

/** The array of a list that has entries, with room for one more. */
function roomFor(lists: PostingLists, list: number, entries: number): Uint32Array {
  const old = lists.longer[list] ?? null;
  const { width } = lists;
  if (old && old.length > entries * width) return old;
  const more = entries < DOUBLED ? entries : entries >>> 1;
  const wider = new Uint32Array(width * (entries + more));
  wider.set(old ?? firstOf(lists, list));
  lists.longer[list] = wider;
  lists.bytes += wider.byteLength - (old?.byteLength ?? -BYTES_OF_A_LIST);
  return wider;
}

const firstOf = ({ firsts, width }: PostingLists, list: number): Uint32Array =>
  firsts.subarray(width * list, width * (list + 1));

/** Where the entries of a list are, from 0 on; behind the last of them is room. */
export function dataOf(lists: PostingLists, list: number): Uint32Array {
  return lists.longer[list] ?? firstOf(lists, list);
}

/** The entries of a list from the one at `index` on, until the list changes. */
export function entriesFrom(lists: PostingLists, list: number, index = 0): Uint32Array {
  return dataOf(lists, list).subarray(index * lists.width, lists.count[list]! * lists.width);
}

/** The second number of the entry whose first is `first`, in lists of width 2; 0 when there is none. */
export function secondOf(lists: PostingLists, list: number, first: number): number {
  if (list >= lists.longer.length) return 0;
  const entries = dataOf(lists, list);
  let low = 0;
  let high = lists.count[list]! - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = entries[2 * middle]!;
    if (value === first) return entries[2 * middle + 1]!;
    if (value < first) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}
