import { readVectors } from './embedder-answer.ts';
import type { VectorSpace } from './vector-arm.ts';

/** Embeds one batch: as many rows as texts, not yet checked. */
export type EmbedBatch = (texts: readonly string[], signal: AbortSignal | undefined) => Promise<readonly unknown[]>;

/** Embeds the texts batch after batch and checks every vector. One at a time: the rate limit of a model is shared anyway. */
export async function embedInBatches(
  texts: readonly string[],
  batchSize: number,
  space: VectorSpace,
  embedBatch: EmbedBatch,
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += batchSize) {
    signal?.throwIfAborted();
    const batch = texts.slice(from, from + batchSize);
    const rows = await embedBatch(batch, signal);
    signal?.throwIfAborted();
    vectors.push(...readVectors(rows, batch.length, space));
  }
  return vectors;
}
