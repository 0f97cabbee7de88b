import { grown } from './column.ts';

/**
 * Many growing lists of numbers in one typed array: no object per list, none per entry. A list's room doubles when it
 * is full; the room it leaves is given to the next list of that size. Lists that were laid out together have no room to grow
 * in. Entries are 1 or 2 numbers wide.
 */
export interface SlabStore {
  readonly width: 1 | 2;
  data: Uint32Array;
  /** Numbers of `data` in use, free slabs included. */
  used: number;
  /** Where each list begins in `data`. */
  start: Uint32Array;
  /** How many entries each list has. */
  count: Uint32Array;
  /** Room of each list: 2^size entries, or {@link TIGHT}. */
  size: Uint8Array;
  /** Starts of abandoned slabs, by size. */
  readonly free: number[][];
  lists: number;
}

/** The size of a list that has room for its own entries only, however many. */
const TIGHT = 255;

/** A store that is laid out can take in an eighth more before it is copied. */
const ROOM_TO_GROW = 8;

export function createSlabStore(width: 1 | 2): SlabStore {
  return {
    width,
    data: new Uint32Array(0),
    used: 0,
    start: new Uint32Array(0),
    count: new Uint32Array(0),
    size: new Uint8Array(0),
    free: [],
    lists: 0,
  };
}

/** Appends an entry to a list, which begins to exist with its first entry. `second` is ignored in a store of width 1. */
export function appendEntry(store: SlabStore, list: number, first: number, second: number): void {
  if (list >= store.lists) addLists(store, list + 1);
  const count = store.count[list]!;
  const size = store.size[list]!;
  if (count === 0 && size === 0) store.start[list] = takeSlab(store, 0);
  else if (count === 1 << size || size === TIGHT) moveToLargerSlab(store, list, count);
  const at = store.start[list]! + count * store.width;
  store.data[at] = first;
  if (store.width === 2) store.data[at + 1] = second;
  store.count[list] = count + 1;
}

/** Makes known that a list will have one entry more when the store, of which no entry is written, is laid out. */
export function countEntry(store: SlabStore, list: number): void {
  if (list >= store.lists) addLists(store, list + 1);
  store.count[list] = store.count[list]! + 1;
}

/** Gives each list room for the entries that were counted, one list after the other. Returns where each one's first goes, for the caller to write there. */
export function layOut(store: SlabStore): Uint32Array {
  const { lists, start, count, size, width } = store;
  for (let list = 0; list < lists; list++) {
    start[list] = store.used;
    size[list] = count[list]! > 0 ? TIGHT : 0;
    store.used += width * count[list]!;
  }
  // Memory that nobody has written to is not there yet.
  store.data = new Uint32Array(store.used + Math.ceil(store.used / ROOM_TO_GROW));
  return start.slice(0, lists);
}

/** Position in `data` of the entry whose first number is `first`, or -1. The list must be ascending. */
export function findEntry(store: SlabStore, list: number, first: number): number {
  if (list >= store.lists) return -1;
  const { data, width } = store;
  const start = store.start[list]!;
  let low = 0;
  let high = store.count[list]! - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = data[start + middle * width]!;
    if (value === first) return start + middle * width;
    if (value < first) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** A store of the same lists with each first number mapped; entries that map to -1 are left out. */
export function remapped(store: SlabStore, map: Int32Array): SlabStore {
  const next = createSlabStore(store.width);
  for (let list = 0; list < store.lists; list++) {
    const end = store.start[list]! + store.count[list]! * store.width;
    for (let at = store.start[list]!; at < end; at += store.width) {
      const target = map[store.data[at]!]!;
      if (target >= 0) appendEntry(next, list, target, store.width === 2 ? store.data[at + 1]! : 0);
    }
  }
  if (next.lists < store.lists) addLists(next, store.lists);
  return next;
}

export function slabBytes(store: SlabStore): number {
  return store.data.byteLength + store.start.byteLength + store.count.byteLength + store.size.byteLength;
}

function addLists(store: SlabStore, lists: number): void {
  store.lists = lists;
  // They grow together, so one of them tells whether there is room.
  if (lists <= store.start.length) return;
  store.start = grown(store.start, lists);
  store.count = grown(store.count, lists);
  store.size = grown(store.size, lists);
}

function takeSlab(store: SlabStore, size: number): number {
  const reused = store.free[size]?.pop();
  if (reused !== undefined) return reused;
  const start = store.used;
  store.used += store.width << size;
  if (store.used > store.data.length) store.data = grown(store.data, store.used);
  return start;
}

function moveToLargerSlab(store: SlabStore, list: number, count: number): void {
  const from = store.start[list]!;
  // What is free of a room that is no power of two.
  const size = 31 - Math.clz32(count);
  const to = takeSlab(store, size + 1);
  store.data.copyWithin(to, from, from + count * store.width);
  (store.free[size] ??= []).push(from);
  store.start[list] = to;
  store.size[list] = size + 1;
}
