import type { InklingError } from '../../../base/errors.ts';
import { invalidServiceAnswer, type RemoteService } from '../../../base/post-json.ts';
import type { VectorSpace } from '../store/vector-host.ts';

/** The error for an answer that cannot be used: says what was wrong with it, never what was asked. */
export function invalidAnswer(modelId: string, problem: string): InklingError {
  return invalidServiceAnswer(embeddingService(modelId), problem);
}

/** An embedding model, as messages tell of it. */
export function embeddingService(modelId: string): RemoteService {
  return {
    title: `embedding model ${modelId}`,
    modelId,
    codes: { unavailable: 'embedder-unavailable', refused: 'embedder-refused', invalid: 'embedder-answer-invalid' },
    hint: {
      unavailable: 'Try later: recall works on words and paths meanwhile.',
      refused: 'Check its key, its name and the length of the texts.',
    },
  };
}

/**
 * Turns rows of numbers from outside into vectors. Fails with 'embedder-answer-invalid' unless there is one row for each text, each
 * of the model's dimension and all numbers are finite as Float32: one wrong vector in the store would spoil comparisons for good.
 */
export function readVectors(rows: readonly unknown[], count: number, space: VectorSpace): Float32Array[] {
  const { modelId } = space;
  if (rows.length !== count) throw invalidAnswer(modelId, `returned ${rows.length} vectors for ${count} texts`);
  return rows.map((row) => readVector(row, space));
}

function readVector(row: unknown, { modelId, dimension }: VectorSpace): Float32Array {
  if (!Array.isArray(row) && !(row instanceof Float32Array))
    throw invalidAnswer(modelId, 'did not return a list of numbers');
  if (row.length !== dimension) {
    throw invalidAnswer(modelId, `returned a vector of ${row.length} dimensions instead of ${dimension}`);
  }
  // Float32Array.from would take null for 0 and '1' for 1.
  const isNumeric = row.every((value: unknown) => typeof value === 'number');
  const vector = isNumeric ? Float32Array.from(row as ArrayLike<number>) : null;
  if (!vector?.every(Number.isFinite))
    throw invalidAnswer(modelId, 'returned a vector with values that are not finite numbers');
  return vector;
}
