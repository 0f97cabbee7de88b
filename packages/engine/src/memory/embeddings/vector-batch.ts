import type { StoredEmbedding } from './embedding-row.ts';
import type { QuantizedVector } from './quantize.ts';

/** Many vectors in two arrays, to be moved to another thread: two buffers instead of one copied object for each vector. */
export interface VectorBatch {
  readonly ids: readonly string[];
  readonly components: Int8Array<ArrayBuffer>;
  readonly scales: Float32Array<ArrayBuffer>;
}

/** Copies the vectors together. What a database driver answers may be a view into a buffer that it shares. */
export function packVectors(stored: readonly StoredEmbedding[], dimension: number): VectorBatch {
  const components = new Int8Array(stored.length * dimension);
  const scales = new Float32Array(stored.length);
  for (const [at, { vector }] of stored.entries()) {
    components.set(vector.components, at * dimension);
    scales[at] = vector.scale;
  }
  return { ids: stored.map(({ observationId }) => observationId), components, scales };
}

/** The vector at a position of the batch; a view. */
export function vectorOfBatch({ ids, components, scales }: VectorBatch, at: number): QuantizedVector {
  const dimension = components.length / ids.length;
  return { components: components.subarray(at * dimension, (at + 1) * dimension), scale: scales[at]! };
}
