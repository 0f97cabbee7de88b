import type {
  ErrorCode,
  ObservationInput,
  ObservationStore,
  OrgFeedback,
  OrgMemory,
  RememberResult,
} from '@inkling/engine';
import type { RememberOptions } from '@inkling/engine/types';
import { InklingError } from '@inkling/engine/errors';

/** What an importer needs of one organisation's memory. The engine's handle fits it; a test gives a map in memory. */
export interface ImportTarget extends Pick<OrgMemory, 'importCursors'> {
  readonly feedback: Pick<OrgFeedback, 'observation'>;
  readonly observations: Pick<ObservationStore, 'rememberMany' | 'get' | 'list' | 'count' | 'supersede' | 'forget'>;
}

/** What every import reports beside its counts. */
export interface ImportReport<Refused = RefusedRow> {
  readonly source: string;
  readonly projectId: string;
  readonly refused: readonly Refused[];
  readonly elapsedMs: number;
}

/** Counts of an import while it runs. */
export type ImportTally<Counts, Refused> = Counts & { readonly refused: Refused[] };

/** Told now and then how far an import is. */
export type ImportProgress = (done: number, total: number) => void;

/** What remembering a batch needs. */
export type BatchTarget = { readonly observations: Pick<ImportTarget['observations'], 'rememberMany'> };

/** How many new rows wait until somebody has reviewed them. */
export function countQuarantined(results: readonly RememberResult[]): number {
  return results.filter(({ created, status }) => created && status === 'quarantined').length;
}

/** Rows handed to the engine at once. 500 keep a batch under 4 MB and give a progress bar something to move on. */
export const IMPORT_BATCH = 500;

/** One row that the engine refused, with its reason. */
export interface RefusedRow {
  /** Position in the batch, from 0. */
  readonly index: number;
  readonly code: ErrorCode;
  readonly message: string;
}

/** How a batch ended. `results` are those of the rows that were neither refused nor left out, in order. */
interface BatchOutcome {
  readonly results: readonly RememberResult[];
  /** Positions in the batch of rows that were left out, because somebody had forgotten them. */
  readonly forgotten: readonly number[];
  readonly refused: readonly RefusedRow[];
}

// What one row can be blamed for. Anything else (a closed handle, a lost database) ends the import.
const ROW_CODES: readonly ErrorCode[] = ['invalid-input', 'observation-too-large', 'observation-empty'];

/** Remembers a batch; when the engine refuses it for one bad row, each row alone, so that the good ones are kept. */
export async function rememberBatch(
  target: BatchTarget,
  batch: readonly ObservationInput[],
  options?: RememberOptions,
): Promise<BatchOutcome> {
  try {
    return outcomeOf(await target.observations.rememberMany(batch, options));
  } catch (error) {
    if (!isRowError(error)) throw error;
    return rememberEach(target, batch, options);
  }
}

async function rememberEach(
  target: BatchTarget,
  batch: readonly ObservationInput[],
  options?: RememberOptions,
): Promise<BatchOutcome> {
  const endings: (RememberResult | RefusedRow)[] = [];
  for (const [index, input] of batch.entries()) {
    try {
      endings.push(...(await target.observations.rememberMany([input], options)));
    } catch (error) {
      if (!isRowError(error)) throw error;
      endings.push({ index, code: error.code, message: error.message });
    }
  }
  return outcomeOf(endings);
}

/** @param endings One for each row of the batch. */
function outcomeOf(endings: readonly (RememberResult | RefusedRow)[]): BatchOutcome {
  const results = endings.filter((ending) => 'status' in ending);
  return {
    results: results.filter(({ status }) => status !== 'forgotten'),
    forgotten: endings.flatMap((ending, index) => ('status' in ending && ending.status === 'forgotten' ? index : [])),
    refused: endings.filter((ending) => 'message' in ending),
  };
}

/** Whether a row is to blame for a refusal. */
export function isRowError(error: unknown): error is InklingError {
  return InklingError.isInstance(error) && ROW_CODES.includes(error.code);
}
