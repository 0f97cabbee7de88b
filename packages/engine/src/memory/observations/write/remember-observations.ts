import type { Clock } from '../../../base/clock.ts';
import type { TenantDatabase } from '../../../base/database/database.ts';
import { errorFromParts, partsOfError, InklingError } from '../../../base/errors.ts';
import { createYieldTurn } from '../../../base/threads/yield-turn.ts';
import type { Priority } from '../../../base/threads/priority.ts';
import type { Observation, ObservationInput, RememberResult } from '../observation.ts';
import { observationStatus } from '../observation-status.ts';
import { type ObservationDraft, type PreparedObservation, draftObservation } from './prepare-observation.ts';
import type { TextPreparer } from './text-preparer.ts';
import { type WrittenObservation, writeObservations } from './write-observations.ts';

/** What writing needs besides the rows. */
export interface WriteContext {
  readonly tenant: TenantDatabase;
  readonly clock: Clock;
  readonly preparer: Pick<TextPreparer, 'prepare'>;
  /** What an import lets pass before each batch. (Default: nothing) */
  readonly priority?: Pick<Priority, 'wait'> | undefined;
  /** Called with new rows after each commit. */
  readonly onCreated: (created: readonly Observation[]) => void;
}

/**
 * Stores statements and answers one result each, in order. All inputs are checked before the first is written; a bad one fails
 * the whole call with its own error, `details.index` telling which. Writing is idempotent, so a call that failed midway can be repeated.
 */
export async function rememberObservations(
  context: WriteContext,
  inputs: readonly ObservationInput[],
): Promise<RememberResult[]> {
  const drafts: ObservationDraft[] = [];
  const yieldTurn = createYieldTurn(context.clock);
  for (const [index, input] of inputs.entries()) {
    drafts.push(draftAt(context, input, index));
    await yieldTurn();
  }
  const prepared = (await context.preparer.prepare(drafts)).map(orThrowAt);
  const written = await writeObservations(context.tenant, prepared, context.onCreated);
  return prepared.map((row, index) => rememberResult(row, written[index], context.clock.now()));
}

function draftAt(context: WriteContext, input: ObservationInput, index: number): ObservationDraft {
  try {
    return draftObservation(input, context.clock);
  } catch (error) {
    throw InklingError.isInstance(error) ? atIndex(error, index) : error;
  }
}

function orThrowAt(ending: PreparedObservation | InklingError, index: number): PreparedObservation {
  if (InklingError.isInstance(ending)) throw atIndex(ending, index);
  return ending;
}

/** The same error with the place of its row. */
function atIndex(error: InklingError, index: number): InklingError {
  const parts = partsOfError(error);
  return errorFromParts({ ...parts, details: { ...parts.details, index } }, error);
}

function rememberResult(
  row: PreparedObservation,
  written: WrittenObservation | null | undefined,
  nowMs: number,
): RememberResult {
  if (!written) {
    throw new InklingError('database-failed', 'A statement was neither stored nor found.', {
      hint: 'Write it again when nothing is being forgotten.',
    });
  }
  const { created, standing } = written;
  return {
    id: standing.id,
    created,
    contentHash: row.contentHash,
    status: observationStatus(standing, nowMs),
    redacted: row.redacted,
  };
}
