import { expect, test } from 'vitest';
import { putDocument, removeDocument } from '../index/change-index.ts';
import { createIndexState } from '../index/index-state.ts';
import { DEFAULT_SEARCH_SETTINGS } from '../search-settings.ts';

const part = (id: string, sessionId: string, talk = true) => ({
  ...{ id, sessionId, talk, text: id, paths: [], createdAt: 1, projectId: null, conversational: false },
});

test('what is put is entered into its talk, what is removed leaves it', () => {
  const state = createIndexState(DEFAULT_SEARCH_SETTINGS, null);
  putDocument(state, part('a', 's'));
  putDocument(state, part('commit', 's', false));
  expect([...state.talks.docIds.values()]).toEqual([[0]]);
  putDocument(state, part('b', 's'));
  putDocument(state, part('c', 't'));
  expect([...state.talks.docIds.values()]).toEqual([[0, 2], [3]]);
  removeDocument(state, 'a');
  removeDocument(state, 'c');
  removeDocument(state, 'commit');
  expect([...state.talks.docIds.values()]).toEqual([[2]]);
  expect(state.talks.words).toBe(1);
});
