import {
  addTogether,
  asChunks,
  CHUNK_BITS,
  CHUNK_MASK,
  chunkedBytes,
  type ChunkedColumn,
  createChunkedColumn,
  numberAt,
  reserveChunks,
  roomOf,
} from './chunked-column.ts';
import { grown } from './column.ts';

/**
 * Many growing lists of numbers in one column: no object per list, none per entry. A list's room doubles when it is full; the room it
 * leaves is given to the next list of that size. Lists that were laid out together have no room to grow in. Entries are 1 or 2 numbers
 * wide. A list of 2 is not moved any more once it has {@link PIECE} entries, but goes on in pieces of as many: those of a
 * million observations are megabytes, and each observation has dozens of them.
 */
export interface SlabStore {
  readonly width: 1 | 2;
  data: ChunkedColumn;
  /** Numbers of `data` in use, free slabs included. */
  used: number;
  /** Where each list begins in `data`; of one that is in pieces, its place in `long`. */
  start: Uint32Array;
  /** How many entries each list has. */
  count: Uint32Array;
  /** Room of each list: 2^size entries, or {@link TIGHT}, or {@link PIECED}. */
  size: Uint8Array;
  /** The lists that are in pieces. */
  readonly long: LongList[];
  /** Starts of abandoned slabs, by size. */
  readonly free: number[][];
  lists: number;
  /** The answer of {@link pieceFrom}. */
  readonly piece: ListPiece;
}

/** Where a list begins, how many entries stand there, and where its pieces behind them begin. */
export interface LongList {
  readonly start: number;
  readonly head: number;
  readonly starts: number[];
  /** Where the next entry goes, and where the room for it ends. */
  next: number;
  end: number;
}

/** Entries that lie one behind the other: in `data` from `at` up to `end`. */
export interface ListPiece {
  data: Uint32Array;
  at: number;
  end: number;
}

/** The size of a list that has room for its own entries only, however many. */
const TIGHT = 255;

const PIECED = 254;

/** Entries of a piece. */
const PIECE_BITS = 10;
const PIECE: number = 1 << PIECE_BITS;

export function createSlabStore(width: 1 | 2): SlabStore {
  return {
    width,
    data: createChunkedColumn(new Uint32Array(0)),
    used: 0,
    start: new Uint32Array(0),
    count: new Uint32Array(0),
    size: new Uint8Array(0),
    long: [],
    free: [],
    lists: 0,
    piece: { data: new Uint32Array(0), at: 0, end: 0 },
  };
}

/** Appends an entry to a list, which begins to exist with its first entry. `second` is ignored in a store of width 1. */
export function appendEntry(store: SlabStore, list: number, first: number, second: number): void {
  if (list >= store.lists) addLists(store, list + 1);
  const count = store.count[list]!;
  const at = placeOfNext(store, list, count);
  const chunk = store.data.chunks[at >>> CHUNK_BITS]!;
  chunk[at & CHUNK_MASK] = first;
  if (store.width === 2) chunk[(at & CHUNK_MASK) + 1] = second;
  store.count[list] = count + 1;
}

/** Makes known that a list will have one entry more when the store, of which no entry is written, is laid out. */
export function countEntry(store: SlabStore, list: number): void {
  if (list >= store.lists) addLists(store, list + 1);
  store.count[list] = store.count[list]! + 1;
}

/**
 * Gives lists room for the entries that were counted, one list after the other: those from `from` on, at most so many. `ends` has a place for
 * each list, and gets where its first entry goes, for the caller to write there when all are laid out. Answers the next list.
 */
export function layOutLists(store: SlabStore, ends: Uint32Array, from: number, most: number): number {
  const { start, count, size, width } = store;
  const end = Math.min(ends.length, from + most);
  for (let list = from; list < end; list++) {
    start[list] = store.used;
    ends[list] = store.used;
    size[list] = count[list]! > 0 ? TIGHT : 0;
    store.used += width * count[list]!;
  }
  if (end === ends.length) store.data = asChunks(new Uint32Array(roomOf(store.used)));
  return end;
}

/** The entries from the one at `index` on that lie one behind the other; the others of the list are behind those. Good until the next call. */
export function pieceFrom(store: SlabStore, list: number, index: number): ListPiece {
  const { piece, width } = store;
  if (store.size[list] === PIECED) return longPieceFrom(store, list, index);
  const start = store.start[list]!;
  piece.data = store.data.chunks[start >>> CHUNK_BITS]!;
  piece.at = (start & CHUNK_MASK) + index * width;
  piece.end = (start & CHUNK_MASK) + store.count[list]! * width;
  return piece;
}

function longPieceFrom(store: SlabStore, list: number, index: number): ListPiece {
  const { piece, width } = store;
  const { start: first, head, starts } = store.long[store.start[list]!]!;
  const rest = index - head;
  const start = rest < 0 ? first : starts[rest >>> PIECE_BITS]!;
  const within = rest < 0 ? index : rest & (PIECE - 1);
  const entries = rest < 0 ? head : Math.min(PIECE, store.count[list]! - index + within);
  piece.data = store.data.chunks[start >>> CHUNK_BITS]!;
  piece.at = (start & CHUNK_MASK) + within * width;
  piece.end = (start & CHUNK_MASK) + entries * width;
  return piece;
}

/** The first number of the entry at `index`. */
export function firstAt(store: SlabStore, list: number, index: number): number {
  return numberAt(store.data, placeOf(store, list, index));
}

/** The second number of the entry whose first is `first`; 0 when there is none. The list must be ascending. */
export function secondOf(store: SlabStore, list: number, first: number): number {
  if (list >= store.lists) return 0;
  const { data, at: begin, end } = pieceHolding(store, list, first);
  let low = 0;
  let high = (end - begin) / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = data[begin + 2 * middle]!;
    if (value === first) return data[begin + 2 * middle + 1]!;
    if (value < first) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

/** The piece of a list that an entry is in, if it is in the list. */
function pieceHolding(store: SlabStore, list: number, first: number): ListPiece {
  if (store.size[list] !== PIECED) return pieceFrom(store, list, 0);
  const { head, starts } = store.long[store.start[list]!]!;
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberAt(store.data, starts[middle]!) <= first) low = middle + 1;
    else high = middle;
  }
  return pieceFrom(store, list, low === 0 ? 0 : head + ((low - 1) << PIECE_BITS));
}

/** A store of the same lists with each first number mapped; entries that map to -1 are left out. */
export function remapped(store: SlabStore, map: Int32Array): SlabStore {
  const { width } = store;
  const next = createSlabStore(width);
  for (let list = 0; list < store.lists; list++) {
    for (let index = 0; index < store.count[list]!;) {
      const { data, at: begin, end } = pieceFrom(store, list, index);
      for (let at = begin; at < end; at += width) {
        const target = map[data[at]!]!;
        if (target >= 0) appendEntry(next, list, target, width === 2 ? data[at + 1]! : 0);
      }
      index += (end - begin) / width;
    }
  }
  if (next.lists < store.lists) addLists(next, store.lists);
  return next;
}

export function slabBytes(store: SlabStore): number {
  return chunkedBytes(store.data) + store.start.byteLength + store.count.byteLength + store.size.byteLength;
}

function addLists(store: SlabStore, lists: number): void {
  store.lists = lists;
  store.start = grown(store.start, lists, 1);
  store.count = grown(store.count, lists, 2);
  store.size = grown(store.size, lists, 3);
}

/** Where in `data` an entry of a list is. */
function placeOf(store: SlabStore, list: number, index: number): number {
  const { width } = store;
  if (store.size[list] !== PIECED) return store.start[list]! + index * width;
  const { start, head, starts } = store.long[store.start[list]!]!;
  const rest = index - head;
  if (rest < 0) return start + index * width;
  return starts[rest >>> PIECE_BITS]! + (rest & (PIECE - 1)) * width;
}

/** Where the entry goes that a list is about to get. */
function placeOfNext(store: SlabStore, list: number, count: number): number {
  const size = store.size[list]!;
  if (size === PIECED) return nextPlace(store, store.long[store.start[list]!]!);
  if (count === 0 && size === 0) store.start[list] = takeSlab(store, 0);
  else if (size === TIGHT || count === 1 << size) {
    if (store.width === 2 && count >= PIECE) return nextPlace(store, goOnInPieces(store, list, count));
    moveToLargerSlab(store, list, count);
  }
  return store.start[list]! + count * store.width;
}

function goOnInPieces(store: SlabStore, list: number, count: number): LongList {
  const long: LongList = { start: store.start[list]!, head: count, starts: [], next: 0, end: 0 };
  store.start[list] = store.long.push(long) - 1;
  store.size[list] = PIECED;
  return long;
}

function nextPlace(store: SlabStore, long: LongList): number {
  if (long.next === long.end) {
    long.next = takeSlab(store, PIECE_BITS);
    long.end = long.next + (store.width << PIECE_BITS);
    long.starts.push(long.next);
  }
  const place = long.next;
  long.next = place + store.width;
  return place;
}

/** A slab that fits lies in one chunk; a larger one has chunks of its own. */
function takeSlab(store: SlabStore, size: number): number {
  const reused = store.free[size]?.pop();
  if (reused !== undefined) return reused;
  const length = store.width << size;
  const left = -store.used & CHUNK_MASK;
  if (length > left && left > 0) leaveFree(store, left);
  const start = store.used;
  store.used += length;
  if (length > CHUNK_MASK) addTogether(store.data, length);
  else reserveChunks(store.data, store.used);
  return start;
}

/** Cuts the rest of a chunk into slabs that smaller lists can have. */
function leaveFree(store: SlabStore, left: number): void {
  const end = store.used + left;
  reserveChunks(store.data, end);
  while (store.used < end) {
    const size = 31 - Math.clz32((end - store.used) / store.width);
    (store.free[size] ??= []).push(store.used);
    store.used += store.width << size;
  }
}

function moveToLargerSlab(store: SlabStore, list: number, count: number): void {
  const from = store.start[list]!;
  // What is free of a room that is no power of two.
  const size = 31 - Math.clz32(count);
  const to = takeSlab(store, size + 1);
  const source = store.data.chunks[from >>> CHUNK_BITS]!;
  const target = store.data.chunks[to >>> CHUNK_BITS]!;
  const [first, end] = [from & CHUNK_MASK, (from & CHUNK_MASK) + count * store.width];
  for (let at = first; at < end; at++) target[(to & CHUNK_MASK) + at - first] = source[at]!;
  (store.free[size] ??= []).push(from);
  store.start[list] = to;
  store.size[list] = size + 1;
}
