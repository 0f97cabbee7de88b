import { expect, test } from 'vitest';
import { putDocument, removeDocument } from '../index/change-index.ts';
import { createIndexState } from '../index/index-state.ts';
import { DEFAULT_SEARCH_SETTINGS } from '../search-settings.ts';
import { talksOf } from './talk-share.ts';

const part = (id: string, sessionId: string, talk = true) => ({
  ...{ id, sessionId, talk, text: id, paths: [], createdAt: 1, projectId: null, conversational: false },
});

test('what changes after talks were looked for is entered, as if they were looked for again', () => {
  const state = createIndexState(DEFAULT_SEARCH_SETTINGS, null);
  putDocument(state, part('a', 's'));
  putDocument(state, part('commit', 's', false));
  expect([...talksOf(state).docIds.values()]).toEqual([[0]]);
  putDocument(state, part('b', 's'));
  putDocument(state, part('c', 't'));
  expect([...talksOf(state).docIds.values()]).toEqual([[0, 2], [3]]);
  removeDocument(state, 'a');
  removeDocument(state, 'c');
  removeDocument(state, 'commit');
  expect([...talksOf(state).docIds.values()]).toEqual([[2]]);
  expect(talksOf(state).words).toBe(1);
  state.talks = null;
  expect([...talksOf(state).docIds.values()]).toEqual([[2]]);
  expect(talksOf(state).words).toBe(1);
});
