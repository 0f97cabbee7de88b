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
  const create = column.constructor as new (size: number) => C;
  const larger = new create(Math.max(16, length, Math.ceil(column.length * (1.5 + nth * STAGGER))));
  larger.set(column);
  return larger;
}

/** What the columns among the values of some tables take. */
export function columnBytes(...tables: readonly object[]): number {
  const columns = tables.flatMap((table) => Object.values(table).filter((value) => ArrayBuffer.isView(value)));
  return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** A set of docIds: 1 at each that is in it. To set a million back to 0 takes 0.04 ms. */
export type DocSet = Uint8Array;

export function hasDoc(set: DocSet, docId: number): boolean {
  return set[docId] === 1;
}

export function addDoc(set: DocSet, docId: number): void {
  set[docId] = 1;
}
