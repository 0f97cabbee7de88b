import type { ErrorCode, ObservationInput, RememberResult } from '@inkling/engine';
import type { ObservationPage } from '@inkling/engine/types';
import { InklingError } from '@inkling/engine/errors';

/** Which rows {@link ImportTarget} lists. */
export interface ImportedRowsFilter {
  readonly projectId: string;
  readonly kind: string;
  readonly path: string;
  readonly limit: number;
  readonly cursor?: string;
}

/** What an importer needs of one organisation's memory. The engine's handle fits it; a test gives a map in memory. */
export interface ImportTarget {
  readonly observations: {
    rememberMany(inputs: readonly ObservationInput[]): Promise<readonly RememberResult[]>;
    list(filter: ImportedRowsFilter): Promise<ObservationPage>;
    count(filter: { projectId: string }): Promise<number>;
    supersede(oldId: string, newContent: string): Promise<unknown>;
    forget(filter: { id: string }): Promise<unknown>;
  };
  readonly importCursors: {
    get(projectId: string, source: string): Promise<unknown>;
    set(projectId: string, source: string, cursor: Record<string, unknown>): Promise<void>;
  };
}

/** Told now and then how far an import is. */
export type ImportProgress = (done: number, total: number) => void;

/** What remembering a batch needs. */
export type BatchTarget = { readonly observations: Pick<ImportTarget['observations'], 'rememberMany'> };

/** Rows handed to the engine at once. 500 keep a batch under 4 MB and give a progress bar something to move on. */
export const IMPORT_BATCH = 500;

/** One row that the engine refused, with its reason. */
export interface RefusedRow {
  /** Position in the batch, from 0. */
  readonly index: number;
  readonly code: ErrorCode;
  readonly message: string;
}

/** How a batch ended. `results` are those of the rows that were not refused, in order. */
interface BatchOutcome {
  readonly results: readonly RememberResult[];
  readonly refused: readonly RefusedRow[];
}

// What one row can be blamed for. Anything else (a closed handle, a lost database) ends the import.
const ROW_CODES: readonly ErrorCode[] = ['invalid-input', 'observation-too-large', 'observation-empty'];

/** Remembers a batch; when the engine refuses it for one bad row, each row alone, so that the good ones are kept. */
export async function rememberBatch(target: BatchTarget, batch: readonly ObservationInput[]): Promise<BatchOutcome> {
  try {
    return { results: await target.observations.rememberMany(batch), refused: [] };
  } catch (error) {
    if (!isRowError(error)) throw error;
    return rememberEach(target, batch);
  }
}

async function rememberEach(target: BatchTarget, batch: readonly ObservationInput[]): Promise<BatchOutcome> {
  const results: RememberResult[] = [];
  const refused: RefusedRow[] = [];
  for (const [index, input] of batch.entries()) {
    try {
      results.push(...(await target.observations.rememberMany([input])));
    } catch (error) {
      if (!isRowError(error)) throw error;
      refused.push({ index, code: error.code, message: error.message });
    }
  }
  return { results, refused };
}

/** Whether a row is to blame for a refusal. */
export function isRowError(error: unknown): error is InklingError {
  return InklingError.isInstance(error) && ROW_CODES.includes(error.code);
}
