/** Any typed array the index keeps one number per row in. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** The same column with room for `length` rows: itself, or a copy half as large again, new rows 0. */
export function grown<C extends Column>(column: C, length: number): C {
  if (column.length >= length) return column;
  const create = column.constructor as new (size: number) => C;
  const larger = new create(Math.max(16, length, Math.ceil(column.length * 1.5)));
  larger.set(column);
  return larger;
}
