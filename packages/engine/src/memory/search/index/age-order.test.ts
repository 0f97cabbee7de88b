import { expect, test } from 'vitest';
import { settleAgeOrder } from './age-order.ts';
import { putDocument, removeDocument } from './change-index.ts';
import { idAt } from './document-table.ts';
import { createIndexState, type IndexState } from './index-state.ts';
import { DEFAULT_SEARCH_SETTINGS } from '../search-settings.ts';

const DOCUMENTS = 10_000;

function put(state: IndexState, at: number, createdAt: number): void {
  putDocument(state, { id: `d${at}`, text: 'word', paths: [], createdAt, projectId: null, conversational: false });
}

function idsByAge({ ages, documents }: IndexState): string[] {
  return [...ages.docIds.subarray(0, ages.count)].map((docId) => idAt(documents, docId));
}

test('a history put in from its newest on, of which some is removed on the way, is in order; a query has a small part of it to sort', () => {
  const state = createIndexState(DEFAULT_SEARCH_SETTINGS, null);
  let longest = 0;
  const expected: string[] = [];
  for (let at = 0; at < DOCUMENTS; at++) {
    put(state, at, DOCUMENTS - at);
    longest = Math.max(longest, state.ages.late.length);
    if (at % 7 === 3) removeDocument(state, `d${at}`);
    else expected.unshift(`d${at}`);
  }
  expect(longest).toBeGreaterThan(1000);
  expect(longest).toBeLessThan(DOCUMENTS / 2);
  settleAgeOrder(state.ages, state.documents);
  expect(idsByAge(state)).toEqual(expected);
  const { docIds, place, count } = state.ages;
  expect([...docIds.subarray(0, count)].map((docId) => place[docId])).toEqual(expected.map((_, at) => at));
});
