import type { Clock } from '../../../base/clock.ts';
import type { TenantDatabase } from '../../../base/database/database.ts';
import { errorFromParts, partsOfError, InklingError } from '../../../base/errors.ts';
import { createYieldTurn } from '../../../base/threads/yield-turn.ts';
import { requireId, requireInput } from '../../../base/require-input.ts';
import type { Priority } from '../../../base/threads/priority.ts';
import type { Observation, ObservationInput, ObservationSource, RememberResult } from '../observation.ts';
import { observationStatus } from '../observation-status.ts';
import { getObservations } from '../read/get-observations.ts';
import { type ObservationDraft, type PreparedObservation, draftObservation } from './prepare-observation.ts';
import { findForgotten } from './find-forgotten.ts';
import { refreshImported } from './refresh-imported.ts';
import { keepOut, reviveObservation } from './change-observation.ts';
import type { TextPreparer } from './text-preparer.ts';
import { datingOf, type WrittenObservation, writeObservations } from './write-observations.ts';

/** What writing needs besides the rows. */
export interface WriteContext {
  readonly tenant: TenantDatabase;
  readonly clock: Clock;
  readonly preparer: Pick<TextPreparer, 'prepare'>;
  /** What an import lets pass before each batch. (Default: nothing) */
  readonly priority?: Pick<Priority, 'wait'> | undefined;
  /** Called with new rows after each commit, and with those that are valid again or refreshed. */
  readonly onCreated: (created: readonly Observation[]) => void;
}

/** How statements are remembered. */
export interface RememberOptions {
  /**
   * What an import brings again takes over the kind and the metadata that it has now; id, weight, pin, classification and dates stay. Only
   * what came from an import is changed. (Default: false)
   */
  readonly refresh?: boolean;
  /** Which observations the caller may read. What they may not read is left as it is, and answered as if it were not there. (Default: all) */
  readonly readable?: Readable | undefined;
}

/** Those of the observations with these ids that somebody may read. */
export type Readable = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Stores statements and answers one result each, in order. All inputs are checked before the first is written; a bad one fails
 * the whole call with its own error, `details.index` telling which. Writing is idempotent, so a call that failed midway can be repeated.
 * A statement that has expired is valid again, unless an import or the capture of a session repeats it: these run again over what was said before.
 * What comes from an import and was forgotten by somebody is not stored: its result says so.
 */
export async function rememberObservations(
  context: WriteContext,
  inputs: readonly ObservationInput[],
  { refresh = false, readable }: RememberOptions = {},
): Promise<RememberResult[]> {
  requireInput(Array.isArray(inputs), 'inputs', 'a list of statements');
  const drafts: ObservationDraft[] = [];
  const yieldTurn = createYieldTurn(context.clock);
  for (const [index, input] of inputs.entries()) {
    drafts.push(draftAt(context, input, index));
    await yieldTurn();
  }
  const prepared = (await context.preparer.prepare(drafts)).map(orThrowAt);
  const forgotten = await findForgotten(context.tenant, prepared);
  const wanted = prepared.filter((row) => !forgotten.has(row));
  const endings = await writeObservations(context.tenant, wanted, context.onCreated, datingOf(context.clock));
  const written = new Map(wanted.map((row, index) => [row, endings[index]]));
  const hidden = await hiddenTo(readable, written);
  await screenAgain(context, written, hidden);
  const results = prepared.map((row): RememberResult => {
    if (forgotten.has(row)) return leftOut(row);
    return rememberResult(row, hidden.has(row) ? asNew(row) : written.get(row), context.clock.now());
  });
  if (refresh) {
    const known = wanted.filter((row) => written.get(row)?.created === false && !hidden.has(row));
    await refreshImported(context.tenant, known, context.onCreated);
  }
  for (const [index, row] of prepared.entries()) {
    const result = results[index];
    if (result?.status === 'expired' && !hidden.has(row) && !isReadAgain(row.source))
      results[index] = await revive(context, row, result);
  }
  return results;
}

/** What was stored before a rule knew it is kept out when it is met again; `written` says so then. */
async function screenAgain(
  { tenant, onCreated }: WriteContext,
  written: Map<PreparedObservation, WrittenObservation | null | undefined>,
  hidden: ReadonlySet<PreparedObservation>,
): Promise<void> {
  const found = [...written].flatMap(([row, ending]) => {
    const { quarantineReason: reason } = row;
    const isNew = reason !== null && ending?.created === false && ending.standing.quarantineReason === null;
    const { kind, source, metadata } = row;
    return isNew && !hidden.has(row) ? { row, ending, id: ending.standing.id, reason, kind, source, metadata } : [];
  });
  const keptOut = await keepOut(
    tenant,
    found.map(({ row: _row, ending: _ending, ...judged }) => judged),
  );
  if (keptOut.length === 0) return;
  onCreated(keptOut);
  const ids = new Set(keptOut.map(({ id }) => id));
  for (const { row, ending, id, reason } of found) {
    if (ids.has(id)) written.set(row, { ...ending, standing: { ...ending.standing, quarantineReason: reason } });
  }
}

/** Whether what comes from there is read again and again: it says nothing of today. */
export const isReadAgain = (source: ObservationSource): boolean => source === 'import' || source === 'auto-capture';

/** The rows whose statement was there already, in an observation that the caller may not read. */
export async function hiddenTo(
  readable: Readable | undefined,
  written: ReadonlyMap<PreparedObservation, WrittenObservation | null | undefined>,
): Promise<ReadonlySet<PreparedObservation>> {
  const known = [...written].flatMap(([row, ending]) => (ending?.created === false ? { row, ending } : []));
  if (readable === undefined || known.length === 0) return new Set();
  const ids = await readable(known.map(({ ending }) => ending.standing.id));
  return new Set(known.flatMap(({ row, ending }) => (ids.has(ending.standing.id) ? [] : row)));
}

const asNew = (row: PreparedObservation): WrittenObservation => ({ created: true, standing: row });

async function revive(
  { tenant, clock, onCreated }: WriteContext,
  row: PreparedObservation,
  result: RememberResult,
): Promise<RememberResult> {
  const now = clock.now();
  if (row.validTo !== null && Date.parse(row.validTo) <= now) return result;
  const revived = await reviveObservation(tenant, result.id, row.validTo, { actor: row.agentId, now });
  if (revived === null) {
    // Another one was first.
    const [standing] = await getObservations(tenant, [result.id]);
    return standing ? { ...result, status: observationStatus(standing, now) } : result;
  }
  onCreated([revived]);
  return { ...result, revived: true, status: observationStatus(revived, now) };
}

function draftAt(context: WriteContext, input: ObservationInput, index: number): ObservationDraft {
  try {
    // Rows of before, which are superseded or come from an export, keep what they have.
    if (input?.projectId !== undefined && input.projectId !== null) requireId(input.projectId, 'projectId');
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

function leftOut({ id, contentHash, redacted }: PreparedObservation): RememberResult {
  return { id, created: false, contentHash, status: 'forgotten', redacted };
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
