/** How much more of its length each of several columns grows by than the one before it. */
const STAGGER: number = 1 / 64;

/** Any typed array the index keeps one number per row in. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/**
 * The same column with room for `length` rows: itself, or a copy half as large again, new rows 0. Columns that grow with the same rows say
 * which of them they are: each grows at a row of its own, so that no row has all of them copied. Among a million rows one is 4 to 8 MB.
 */
export function grown<C extends Column>(column: C, length: number, nth = 0): C {
  if (column.length >= length) return column;
  return lengthened(column, Math.max(16, length, Math.ceil(column.length * (1.5 + nth * STAGGER))));
}

/** What the columns among the values of some tables take. */
export function columnBytes(...tables: readonly object[]): number {
  const columns = tables.flatMap((table) => Object.values(table).filter((value) => ArrayBuffer.isView(value)));
  return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** A copy with room for `length` rows, new rows 0. */
function lengthened<C extends Column>(column: C, length: number): C {
  const create = column.constructor as new (size: number) => C;
  const larger = new create(length);
  larger.set(column);
  return larger;
}

/** A set of docIds, a bit each: a million take 125 KB, which stay in the processor's cache where a number each would not. */
export type DocSet = Uint32Array;

/** The same set with room for so many docIds. */
export function reserveDocs(set: DocSet, docIds: number): DocSet {
  const words = wordsOf(docIds);
  if (set.length >= words) return set;
  const larger = new Uint32Array(Math.ceil(words * 1.5));
  larger.set(set);
  return larger;
}

/** How many numbers so many docIds take. */
function wordsOf(docIds: number): number {
  return (docIds + 31) >>> 5;
}

export function hasDoc(set: DocSet, docId: number): boolean {
  return ((set[docId >>> 5]! >>> (docId & 31)) & 1) === 1;
}

export function addDoc(set: DocSet, docId: number): void {
  set[docId >>> 5]! |= 1 << (docId & 31);
}
