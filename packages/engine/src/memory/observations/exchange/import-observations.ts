import type { Clock } from '../../../base/clock.ts';
import { type ErrorCode, InklingError } from '../../../base/errors.ts';
import { createYieldTurn } from '../../../base/threads/yield-turn.ts';
import { isUuid, uuidv7 } from '../../../base/uuid.ts';
import { invalidInput, requireInput } from '../../../base/require-input.ts';
import { restoreInForce } from './restore-in-force.ts';
import { readAmendments, restoreAmendments, type Amendment } from '../write/amendments.ts';
import { normalizeObservationInput } from '../write/normalize-observation-input.ts';
import type { Observation, ObservationInput } from '../observation.ts';
import type { ObservationDraft, PreparedObservation } from '../write/prepare-observation.ts';
import { hiddenTo, type Readable, type RememberOptions, type WriteContext } from '../write/remember-observations.ts';
import { ROWS_PER_WRITE, writeObservations } from '../write/write-observations.ts';

/**
 * How long each batch of an import waits for recalls and tool calls under way: a batch keeps an embedded database for 28 ms and both cores of
 * a small machine for more, so one batch is all that a stream of tool calls sees in this time. Sixteen agents that never think leave it
 * 200 rows a second.
 */
const LONGEST_PAUSE_MS = 250;

/** A row that was not imported, and why. */
export interface RejectedRow {
  /** Position among the rows given, from 0; blank lines count. */
  readonly index: number;
  readonly code: ErrorCode;
  readonly reason: string;
}

/** The end of an import. Every row given is in exactly one of the three, blank lines apart. */
export interface ImportResult {
  readonly imported: number;
  /** The same statement, or the same row, was already there; it was left as it is. */
  readonly duplicates: number;
  readonly rejected: readonly RejectedRow[];
}

/** Rows to import: records, or lines of JSON. One text is refused, whose characters would each be a line. */
export type ImportSource = Iterable<unknown> | AsyncIterable<unknown>;

/**
 * Brings exported rows back: ids, dates, weights, hashes, supersession, quarantine and which talk amends which as they were. Rows of other origin need only
 * `content`. A given `contentHash` must be that of the content; secrets are redacted like anywhere else, and the hash is then the new text's.
 * A row that cannot be imported is rejected by itself. Importing again changes nothing. Of two rows that redaction makes the same, of which one
 * superseded the other, the newer is stored.
 */
export async function importObservations(
  context: WriteContext,
  source: ImportSource,
  { readable }: Pick<RememberOptions, 'readable'> = {},
): Promise<ImportResult> {
  const isSource = typeof source === 'object' && source !== null;
  requireInput(
    isSource && (Symbol.iterator in source || Symbol.asyncIterator in source),
    'rows',
    'a list or a stream of records or lines; split a text into its lines',
  );
  const total: Totals = { imported: 0, duplicates: 0, rejected: [] };
  const leftOut: PreparedObservation[] = [];
  let batch: Indexed<ObservationDraft>[] = [];
  let index = 0;
  const yieldTurn = createYieldTurn(context.clock);
  for await (const given of source) {
    const draft = readDraft(context, given, index++, total.rejected);
    if (draft) batch.push(draft);
    if (batch.length === ROWS_PER_WRITE) {
      leftOut.push(...(await writeBatch(context, batch, total, readable)));
      batch = [];
    }
    await yieldTurn();
  }
  leftOut.push(...(await writeBatch(context, batch, total, readable)));
  // Behind the last row: what leads from a row to another may come behind both.
  await restoreInForce(context, leftOut);
  total.rejected.sort((a, b) => a.index - b.index);
  return total;
}

interface Totals {
  imported: number;
  duplicates: number;
  readonly rejected: RejectedRow[];
}

interface Indexed<Row> {
  readonly index: number;
  readonly row: Row;
  readonly amends: readonly Amendment[];
}

function readDraft(
  { clock }: WriteContext,
  given: unknown,
  index: number,
  rejected: RejectedRow[],
): Indexed<ObservationDraft> | null {
  if (typeof given === 'string' && given.trim() === '') return null;
  try {
    return { index, ...draftRecord(typeof given === 'string' ? parseLine(given) : given, clock) };
  } catch (error) {
    if (!InklingError.isInstance(error)) throw error;
    rejected.push({ index, code: error.code, reason: error.message });
    return null;
  }
}

/** Answers the rows that were left out because a superseded row, which the caller may read, has their words. */
async function writeBatch(
  context: WriteContext,
  drafts: Indexed<ObservationDraft>[],
  total: Totals,
  readable: Readable | undefined,
): Promise<readonly PreparedObservation[]> {
  await context.priority?.wait(LONGEST_PAUSE_MS);
  const batch = await prepareBatch(context, drafts, total.rejected);
  const rows = batch.map(({ row }) => row);
  const written = await writeObservations(context.tenant, rows, context.onCreated);
  await restoreAmendments(
    context.tenant,
    batch.flatMap(({ amends }, position) => (written[position] ? amends : [])),
  );
  const hidden = await hiddenTo(readable, new Map(rows.map((row, position) => [row, written[position]])));
  for (const [position, { index, row }] of batch.entries()) {
    const result = written[position];
    // What the caller may not read is to them nothing that was there.
    if (result?.created || hidden.has(row)) total.imported += 1;
    else if (result) total.duplicates += 1;
    else
      total.rejected.push({ index, code: 'invalid-input', reason: `The id ${row.id} belongs to another statement.` });
  }
  return rows.filter((row, position) => {
    const { created, standing } = written[position] ?? {};
    return created === false && standing?.id !== row.id && standing?.supersededBy !== null && !hidden.has(row);
  });
}

async function prepareBatch(
  { preparer }: WriteContext,
  drafts: readonly Indexed<ObservationDraft>[],
  rejected: RejectedRow[],
): Promise<readonly Indexed<PreparedObservation>[]> {
  const endings = await preparer.prepare(drafts.map(({ row }) => row));
  return endings.flatMap((ending, position) => {
    const { index = -1, amends = [] } = drafts[position] ?? {};
    if (!InklingError.isInstance(ending)) return { index, row: ending, amends };
    rejected.push({ index, code: ending.code, reason: ending.message });
    return [];
  });
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch (cause) {
    throw new InklingError('invalid-input', 'The line is not JSON.', { cause });
  }
}

function draftRecord(given: unknown, clock: Clock): Omit<Indexed<ObservationDraft>, 'index'> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalidInput('row', 'a JSON object');
  const record = given as Record<string, unknown>;
  const unknown = Object.keys(record).find((field) => !FIELDS.has(field));
  // A misspelt classification or project would be the default in silence.
  if (unknown !== undefined) throw invalidInput(unknown.slice(0, 100), 'left out: no observation has such a field');
  const input = normalizeObservationInput(record as unknown as ObservationInput, clock.now());
  const row = {
    input,
    id: optionalId('id', record['id']) ?? uuidv7(clock.now()),
    supersededBy: optionalId('supersededBy', record['supersededBy']),
    quarantineReason: quarantineOf(record['quarantineReason']),
    contentHash: optionalHash(record['contentHash']),
  };
  return { row, amends: readAmendments(record['amends'], input) };
}

/** What a record has, and what only the database that it came from knows of it, which is passed over. */
const FIELDS: ReadonlySet<string> = new Set<keyof Observation | 'amends'>([
  ...([
    'id',
    'projectId',
    'agentId',
    'sessionId',
    'kind',
    'content',
    'contentHash',
    'source',
    'classification',
  ] as const),
  ...(['weight', 'pinned', 'metadata', 'supersededBy', 'validTo', 'quarantineReason', 'createdAt', 'amends'] as const),
  ...(['orgId', 'simhash', 'updatedAt'] as const),
]);

function optionalId(field: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (!isUuid(value)) throw invalidInput(field, 'a UUID');
  return value.toLowerCase();
}

function optionalHash(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value !== 'string') throw invalidInput('contentHash', 'the SHA-256 of the content');
  return value;
}

/** null was decided by a review and holds; a row that says nothing is looked at like any new text. */
function quarantineOf(value: unknown): string | null | undefined {
  if (value !== undefined && value !== null && typeof value !== 'string') {
    throw invalidInput('quarantineReason', 'a string or null');
  }
  return value;
}
