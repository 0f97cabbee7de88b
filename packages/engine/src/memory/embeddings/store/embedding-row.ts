import type { Row } from '../../../base/database/database.ts';
import type { QuantizedVector } from './quantize.ts';

/** One observation's stored vector. */
export interface StoredEmbedding {
  readonly observationId: string;
  readonly vector: QuantizedVector;
}

/** What every statement that answers vectors selects. */
export const EMBEDDING_COLUMNS = 'e.observation_id, e.components, e.scale';

/** The stored vector that a row of {@link EMBEDDING_COLUMNS} holds. */
export function embeddingFromRow(row: Row): StoredEmbedding {
  return {
    observationId: row['observation_id'] as string,
    vector: {
      // A copy: what a database driver answers may be a view into a buffer that it shares, which would go to the thread of the vectors whole.
      components: new Int8Array(row['components'] as Uint8Array),
      // The database prints the fewest digits that make the same Float32, not the same Float64.
      scale: Math.fround(row['scale'] as number),
    },
  };
}
