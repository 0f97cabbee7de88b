import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createIndexShelf, type IndexShelf } from './index-requests.ts';
import type { ScopeStats } from './index-host.ts';
import type { SearchDocument } from './search-document.ts';
import { DEFAULT_SEARCH_SETTINGS } from './search-settings.ts';

const scopeKey = 'org';
const COMMON = Array.from({ length: 20 }, (_, at) => `common${at}`);
/** The peaks of a word take at least a byte and a number of four for each block of 128 documents; a search's own room is far less. */
const peaksOfAllWords = (count: number): number => (COMMON.length * 5 * count) / 128;

const uncancelled = (): boolean => false;

function documents(from: number, count: number): SearchDocument[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `d${from + at}`,
    text: `${COMMON.join(' ')} rare${from + at}`,
    paths: [],
    createdAt: from + at,
    projectId: null,
    conversational: false,
  }));
}

function bytesOf(shelf: IndexShelf): number {
  return (shelf.answer({ kind: 'stats' }, uncancelled) as readonly ScopeStats[])[0]!.bytes;
}

function search(shelf: IndexShelf, text: string): void {
  void shelf.answer({ kind: 'search', scopeKey, query: { text, now: Infinity, limit: 10 } }, uncancelled);
}

/** What a search for common words adds to an index that has just searched for a rare one. */
function addedByFirstSearch(shelf: IndexShelf): number {
  search(shelf, 'rare1');
  const before = bytesOf(shelf);
  search(shelf, COMMON.join(' '));
  return bytesOf(shelf) - before;
}

async function complete(shelf: IndexShelf): Promise<void> {
  await shelf.answer({ kind: 'open', scopeKey }, uncancelled);
  await shelf.answer({ kind: 'fill', scopeKey, page: { rows: '{"id":[]}', isLast: true } }, uncancelled);
  await turns();
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await nextTurn();
}

test('an index that has grown is prepared again, so that its first searches need not', async () => {
  const shelf = createIndexShelf(DEFAULT_SEARCH_SETTINGS);
  await complete(shelf);
  await shelf.answer({ kind: 'put', scopeKey, documents: documents(0, 2000) }, uncancelled);
  await turns();
  expect(addedByFirstSearch(shelf)).toBeGreaterThan(peaksOfAllWords(2000));
  await complete(shelf);
  await shelf.answer({ kind: 'put', scopeKey, documents: documents(0, 5000) }, uncancelled);
  await turns();
  expect(addedByFirstSearch(shelf)).toBeLessThan(peaksOfAllWords(5000));
});

test('one that is still being filled is not prepared before it is complete', async () => {
  const shelf = createIndexShelf(DEFAULT_SEARCH_SETTINGS);
  await shelf.answer({ kind: 'open', scopeKey }, uncancelled);
  await shelf.answer({ kind: 'put', scopeKey, documents: documents(0, 5000) }, uncancelled);
  await turns();
  expect(addedByFirstSearch(shelf)).toBeGreaterThan(peaksOfAllWords(5000));
});
