import type { Clock } from '@inkling/engine';
import type { ImportResult } from '@inkling/engine/types';
import { IMPORT_BATCH, type ImportReport, type ImportTally } from '../import-target.ts';
import { parseJson } from '../../base/record.ts';
import { readLines } from './read-lines.ts';

/** The memory's side of a JSONL import. It takes rows of an export and rows with `content` alone, and checks every field. */
export interface JsonlTarget {
  readonly observations: { importRows(rows: readonly unknown[]): Promise<ImportResult> };
}

/** Where the lines come from. */
export interface JsonlImportOptions {
  readonly lines: AsyncIterable<Uint8Array | string>;
  /** For rows that say nothing about a project. An exported row always does. */
  readonly projectId: string;
  readonly clock: Clock;
}

export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

const NOTHING = { lines: 0, imported: 0, duplicates: 0 };

type Tally = ImportTally<typeof NOTHING, RefusedLine>;

export interface JsonlImportReport extends ImportReport<RefusedLine>, Readonly<typeof NOTHING> {}

interface NumberedRow {
  readonly line: number;
  readonly row: unknown;
}

/**
 * Imports JSONL: rows of an export come back with their ids, dates and state; plain `{"content": "…"}` lines are remembered anew.
 * Malformed and refused lines are reported with their number, and the others imported.
 */
export async function importJsonl(target: JsonlTarget, options: JsonlImportOptions): Promise<JsonlImportReport> {
  const startedAt = options.clock.monotonic();
  const tally: Tally = { ...NOTHING, refused: [] };
  let batch: NumberedRow[] = [];
  for await (const { number, text } of readLines(options.lines)) {
    tally.lines = number;
    const parsed = parseLine(text, options.projectId);
    if (typeof parsed === 'string') tally.refused.push({ line: number, code: 'malformed-line', message: parsed });
    else if (parsed) batch.push({ line: number, row: parsed.row });
    if (batch.length < IMPORT_BATCH) continue;
    await store(target, batch, tally);
    batch = [];
  }
  await store(target, batch, tally);
  const refused = tally.refused.toSorted((a, b) => a.line - b.line);
  const elapsedMs = options.clock.monotonic() - startedAt;
  return { source: 'jsonl', projectId: options.projectId, ...tally, refused, elapsedMs };
}

/** The row on a line, null for a blank one, or in words what is wrong with it: malformed lines are values, not errors. */
function parseLine(text: string | null, projectId: string): { readonly row: unknown } | string | null {
  if (text === null) return 'longer than 2 MB';
  if (text.trim() === '') return null;
  const value = parseJson(text);
  if (value === undefined) return 'not JSON';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not a JSON object';
  return { row: { projectId, source: 'import', ...value } };
}

async function store(target: JsonlTarget, batch: readonly NumberedRow[], tally: Tally): Promise<void> {
  if (batch.length === 0) return;
  const { imported, duplicates, rejected } = await target.observations.importRows(batch.map(({ row }) => row));
  tally.imported += imported;
  tally.duplicates += duplicates;
  for (const { index, code, reason } of rejected) {
    tally.refused.push({ line: batch[index]?.line ?? 0, code, message: reason });
  }
}
