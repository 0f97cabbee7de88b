import { InklingError } from '../../base/errors.ts';
import { type QuantizedVector, quantize } from './quantize.ts';
import { searchVectors, similarityAt, type VectorHit } from './search-vectors.ts';
import { typicalSimilarity } from './typical-similarity.ts';
import { createVectorTable, putVector, removeVector, type VectorTable, vectorTableBytes } from './vector-table.ts';

/** The vectors of one scope and one model in memory, and the search over them. Not thread-safe; give each scope its own. */
export interface VectorArm<Id extends string | number> {
  readonly modelId: string;
  readonly dimension: number;
  size(): number;
  /** Bytes held by the vectors, ids not counted: dimension + 4 + 4 × ⌈dimension / 32⌉ (32 at least) each, and half as much in reserve. */
  bytes(): number;
  /** Adds the id's vector or replaces it. */
  put(id: Id, vector: QuantizedVector): void;
  /** False when the id has no vector here. */
  remove(id: Id): boolean;
  /** The `k` nearest by cosine, best first, of those that `allowed` lets through. */
  search(query: Float32Array, k: number, allowed?: (id: Id) => boolean): VectorHit<Id>[];
  /** Cosine of each of these ids that has a vector: what hits found by their words need before they can be fused. */
  similarities(query: Float32Array, ids: Iterable<Id>): Map<Id, number>;
  /** The cosine of a vector that has nothing to do with the query: the median of a sample. Null when the arm is empty. */
  typical(query: Float32Array): number | null;
}

/** What an arm holds: vectors of other models or dimensions are refused, never compared. */
export interface VectorSpace {
  readonly modelId: string;
  readonly dimension: number;
}

/** An empty arm. Its methods fail with 'invalid-input' for a vector of another dimension. */
export function createVectorArm<Id extends string | number>({ modelId, dimension }: VectorSpace): VectorArm<Id> {
  const table = createVectorTable<Id>(dimension);
  const quantized = (query: Float32Array): QuantizedVector => quantize(requireDimension(query, dimension));
  return {
    modelId,
    dimension,
    size: () => table.ids.length,
    bytes: () => vectorTableBytes(table),
    put(id, vector) {
      requireDimension(vector.components, dimension);
      putVector(table, id, vector);
    },
    remove: (id) => removeVector(table, id),
    search: (query, k, allowed) => searchVectors(table, quantized(query), k, allowed),
    similarities: (query, ids) => similaritiesOf(table, quantized(query), ids),
    typical: (query) => typicalSimilarity(table, quantized(query)),
  };
}

function similaritiesOf<Id>(table: VectorTable<Id>, query: QuantizedVector, ids: Iterable<Id>): Map<Id, number> {
  const similarities = new Map<Id, number>();
  for (const id of ids) {
    const slot = table.slots.get(id);
    if (slot !== undefined) similarities.set(id, similarityAt(table, slot, query));
  }
  return similarities;
}

function requireDimension<V extends Float32Array | Int8Array>(vector: V, dimension: number): V {
  if (vector.length === dimension) return vector;
  throw new InklingError('invalid-input', `A vector of ${vector.length} dimensions does not fit one of ${dimension}.`);
}
