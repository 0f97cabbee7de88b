import { type Column, grown } from './column.ts';

/** A chunk is as many numbers: 1 MiB of 32 bits each. */
export const CHUNK_BITS = 18;
const CHUNK: number = 1 << CHUNK_BITS;
export const CHUNK_MASK: number = CHUNK - 1;

/**
 * A column that is too large to be copied when its room is used up: of a million observations the postings took half a second and more, in
 * which nothing was searched. Number `at` is `chunks[at >>> CHUNK_BITS][at & CHUNK_MASK]`. What was laid out together is one array, and
 * each of its chunks is seen to the end of it, so that what lies across chunks there can be read on from where it begins.
 */
export interface ChunkedColumn<C extends Column = Uint32Array> {
  readonly chunks: C[];
  /** Numbers there is room for. */
  room: number;
  /** Of the kind of the chunks. */
  readonly empty: C;
}

export function createChunkedColumn<C extends Column>(empty: C): ChunkedColumn<C> {
  return { chunks: [], room: 0, empty };
}

/**
 * How long an array must be that {@link asChunks} takes, to hold so many numbers; with an eighth for more, or the first of those would have it
 * copied. What nobody has written to takes no memory yet.
 */
export const roomOf = (length: number): number =>
  length <= CHUNK ? Math.min(CHUNK, length + Math.ceil(length / 8)) : wholeChunks(length) * CHUNK;

/** An array as a column, without copying it. Its length is one of {@link roomOf}. */
export function asChunks<C extends Column>(array: C): ChunkedColumn<C> {
  const column = createChunkedColumn(array.slice(0, 0) as C);
  addArray(column, array);
  return column;
}

/** Makes room for so many numbers. The first chunk grows; those behind it are whole from the beginning. */
export function reserveChunks<C extends Column>(column: ChunkedColumn<C>, length: number): void {
  if (length <= column.room) return;
  const { chunks, empty } = column;
  if (chunks.length <= 1) {
    chunks[0] = grown(chunks[0] ?? empty, Math.min(CHUNK, length));
    column.room = Math.min(CHUNK, chunks[0].length);
  }
  while (column.room < length) addArray(column, grown(empty, CHUNK));
}

/** Adds room for so many numbers in one piece, from the end of the last chunk on, which must have been reserved. */
export function addTogether<C extends Column>(column: ChunkedColumn<C>, length: number): void {
  addArray(column, grown(column.empty, wholeChunks(length) * CHUNK));
}

export function numberAt(column: ChunkedColumn<Column>, at: number): number {
  return column.chunks[at >>> CHUNK_BITS]![at & CHUNK_MASK]!;
}

/** Writes the first `count` values from `start` on. */
export function putNumbers(
  column: ChunkedColumn<Column>,
  start: number,
  values: ArrayLike<number>,
  count: number,
): void {
  if (start + count > column.room) reserveChunks(column, start + count);
  const { chunks } = column;
  for (let at = 0; at < count; at++) {
    const to = start + at;
    chunks[to >>> CHUNK_BITS]![to & CHUNK_MASK] = values[at]!;
  }
}

/** Moves the numbers from `from` up to `end` to a place before them, or to where they are. */
export function moveDown(column: ChunkedColumn<Column>, to: number, from: number, end: number): void {
  const { chunks } = column;
  for (let at = from; at < end; at++) {
    const target = to + at - from;
    chunks[target >>> CHUNK_BITS]![target & CHUNK_MASK] = numberAt(column, at);
  }
}

export function chunkedBytes({ room, empty }: ChunkedColumn<Column>): number {
  return room * empty.BYTES_PER_ELEMENT;
}

const wholeChunks = (length: number): number => Math.ceil(length / CHUNK);

function addArray<C extends Column>(column: ChunkedColumn<C>, array: C): void {
  for (let from = 0; from === 0 || from < array.length; from += CHUNK) {
    column.chunks.push(from === 0 ? array : (array.subarray(from) as C));
  }
  column.room += array.length;
}
