import { InklingError } from '../../../base/errors.ts';
import { type QuantizedVector, quantize } from './quantize.ts';
import {
  searchVectors,
  similarityAt,
  type VectorHit,
  createVectorTable,
  putVector,
  removeVector,
  type VectorTable,
  typicalSimilarity,
} from './search-vectors.ts';

/** The vectors of one scope and one model in memory, and the search over them. Not thread-safe; give each scope its own. */
export interface VectorList {
  size(): number;
  /** Adds the id's vector or replaces it. */
  put(id: string, vector: QuantizedVector): void;
  /** False when the id has no vector here. */
  remove(id: string): boolean;
  /** The `k` nearest by cosine, best first. */
  search(query: Float32Array, k: number): VectorHit[];
  /** Cosine of each of these ids that has a vector: what hits found by their words need before they can be fused. */
  similarities(query: Float32Array, ids: Iterable<string>): Map<string, number>;
  /** The cosine of a vector that has nothing to do with the query: the median of a sample. Null when the list is empty. */
  typical(query: Float32Array): number | null;
}

/** What a list holds: vectors of other models or dimensions are refused, never compared. */
export interface VectorSpace {
  readonly modelId: string;
  readonly dimension: number;
}

/** An empty list. Its methods fail with 'invalid-input' for a vector of another dimension. */
export function createVectorList({ dimension }: VectorSpace): VectorList {
  const table = createVectorTable(dimension);
  const quantized = (query: Float32Array): QuantizedVector => quantize(requireDimension(query, dimension));
  return {
    size: () => table.ids.length,
    put(id, vector) {
      requireDimension(vector.components, dimension);
      putVector(table, id, vector);
    },
    remove: (id) => removeVector(table, id),
    search: (query, k) => searchVectors(table, quantized(query), k),
    similarities: (query, ids) => similaritiesOf(table, quantized(query), ids),
    typical: (query) => typicalSimilarity(table, quantized(query)),
  };
}

function similaritiesOf(table: VectorTable, query: QuantizedVector, ids: Iterable<string>): Map<string, number> {
  const similarities = new Map<string, number>();
  for (const id of ids) {
    const docId = table.docIds.get(id);
    if (docId !== undefined) similarities.set(id, similarityAt(table, docId, query));
  }
  return similarities;
}

function requireDimension<V extends Float32Array | Int8Array>(vector: V, dimension: number): V {
  if (vector.length === dimension) return vector;
  throw new InklingError('invalid-input', `A vector of ${vector.length} dimensions does not fit one of ${dimension}.`);
}
