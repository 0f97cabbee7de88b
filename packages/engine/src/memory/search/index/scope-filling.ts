import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScopeRow, ScopeColumns } from '../../observations/observation.ts';
import type { ScopeIndex } from './scope-index.ts';
import { toSearchDocument } from '../search-document.ts';

/** Rows indexed at once: 2 to 3 ms, then the thread looks for searches. */
const ROWS_AT_ONCE = 100;

/** A scope that is being filled from the store. */
export interface ScopeFilling {
  readonly index: ScopeIndex;
  /** What was removed since the scope was opened: a page of the store may still hold it. */
  readonly removed: Set<string>;
  /** Settles when the pages before are in the index; never rejects. */
  pages: Promise<unknown>;
}

export function createScopeFilling(index: ScopeIndex): ScopeFilling {
  return { index, removed: new Set(), pages: Promise.resolve() };
}

/**
 * Adds a page behind those that came before, so that one may wait here while another is indexed. What was put or removed by the time a row's
 * turn comes stays as it is. Ends without the rest, and answers false, when the scope is not `isWanted` any more.
 */
export function addPage(filling: ScopeFilling, rows: string, isWanted: () => boolean): Promise<boolean> {
  const added = filling.pages.then(() => addRows(filling, readScopeRows(rows), isWanted));
  filling.pages = added.catch(() => undefined);
  return added;
}

async function addRows(filling: ScopeFilling, rows: readonly ScopeRow[], isWanted: () => boolean): Promise<boolean> {
  for (let at = 0; at < rows.length && isWanted(); at += ROWS_AT_ONCE) {
    const part = rows.slice(at, at + ROWS_AT_ONCE);
    filling.index.fill(part.filter((row) => isNew(filling, row)).map(toSearchDocument));
    await nextTurn();
  }
  return isWanted();
}

const isNew = ({ index, removed }: ScopeFilling, { id }: ScopeRow): boolean => !index.has(id) && !removed.has(id);

const MICROSECONDS = 1e6;

/** The rows of a page, from its text. */
export function readScopeRows(text: string): ScopeRow[] {
  const columns = JSON.parse(text) as ScopeColumns;
  return columns.id.map((id, at) => ({
    id,
    projectId: columns.projectId[at] ?? null,
    sessionId: columns.sessionId[at] ?? null,
    kind: columns.kind[at]!,
    content: columns.content[at]!,
    createdAt: wholeMilliseconds(columns.createdAt[at]!),
    validTo: columns.validTo[at] ?? null,
    metadata: columns.metadata[at]!,
  }));
}

/** Rounded to microseconds first: a fraction of seconds is not exact in binary, and the last millisecond of a second would become the one before. */
const wholeMilliseconds = (seconds: number): number => Math.floor(Math.round(seconds * MICROSECONDS) / 1000);
