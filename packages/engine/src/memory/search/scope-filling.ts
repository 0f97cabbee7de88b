import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScopeRow } from '../observations/observation.ts';
import type { ScopeIndex } from './scope-index.ts';
import { toSearchDocument } from './to-search-document.ts';

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
  const added = filling.pages.then(() => addRows(filling, JSON.parse(rows) as ScopeRow[], isWanted));
  filling.pages = added.catch(() => undefined);
  return added;
}

async function addRows(
  { index, removed }: ScopeFilling,
  rows: readonly ScopeRow[],
  isWanted: () => boolean,
): Promise<boolean> {
  for (let at = 0; at < rows.length && isWanted(); at += ROWS_AT_ONCE) {
    const news = rows.slice(at, at + ROWS_AT_ONCE).filter(({ id }) => !index.has(id) && !removed.has(id));
    index.put(news.map(toSearchDocument));
    await nextTurn();
  }
  return isWanted();
}
