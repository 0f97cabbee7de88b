import type { QuantizedVector } from './quantize.ts';
import { signCodeWords, writeSignCode } from './sign-code.ts';

/** Vectors of one model in typed arrays, densely: the slots 0 … count - 1 are in use. No object for each vector. */
export interface VectorTable<Id> {
  readonly dimension: number;
  /** Words of each sign code. */
  readonly words: number;
  readonly ids: Id[];
  readonly slots: Map<Id, number>;
  components: Int8Array;
  scales: Float32Array;
  codes: Int32Array;
}

const FIRST_CAPACITY = 64;

export function createVectorTable<Id>(dimension: number): VectorTable<Id> {
  const words = signCodeWords(dimension);
  return {
    dimension,
    words,
    ids: [],
    slots: new Map(),
    components: new Int8Array(FIRST_CAPACITY * dimension),
    scales: new Float32Array(FIRST_CAPACITY),
    codes: new Int32Array(FIRST_CAPACITY * words),
  };
}

/** Adds the vector, or replaces the one that the id has. */
export function putVector<Id>(table: VectorTable<Id>, id: Id, vector: QuantizedVector): void {
  const slot = table.slots.get(id) ?? appendSlot(table, id);
  table.components.set(vector.components, slot * table.dimension);
  table.scales[slot] = vector.scale;
  writeSignCode(vector.components, table.codes, slot * table.words);
}

/** Moves the last vector into the gap, so a scan never meets a hole. False when the id has no vector. */
export function removeVector<Id>(table: VectorTable<Id>, id: Id): boolean {
  const slot = table.slots.get(id);
  if (slot === undefined) return false;
  const last = table.ids.length - 1;
  const { dimension, words, ids, slots } = table;
  const moved = ids[last]!;
  table.components.copyWithin(slot * dimension, last * dimension, (last + 1) * dimension);
  table.codes.copyWithin(slot * words, last * words, (last + 1) * words);
  table.scales[slot] = table.scales[last]!;
  ids[slot] = moved;
  slots.set(moved, slot);
  ids.pop();
  slots.delete(id);
  return true;
}

/** Bytes held by the arrays, ids not counted. */
export function vectorTableBytes(table: VectorTable<unknown>): number {
  return table.components.byteLength + table.scales.byteLength + table.codes.byteLength;
}

function appendSlot<Id>(table: VectorTable<Id>, id: Id): number {
  const slot = table.ids.length;
  if (slot === table.scales.length) grow(table, slot + (slot >> 1));
  table.ids.push(id);
  table.slots.set(id, slot);
  return slot;
}

/** By half and not to the double: at 1M vectors of 1536 dimensions the arrays are 1.7 GB. */
function grow(table: VectorTable<unknown>, capacity: number): void {
  const { components, scales, codes } = table;
  table.components = new Int8Array(capacity * table.dimension);
  table.components.set(components);
  table.scales = new Float32Array(capacity);
  table.scales.set(scales);
  table.codes = new Int32Array(capacity * table.words);
  table.codes.set(codes);
}
