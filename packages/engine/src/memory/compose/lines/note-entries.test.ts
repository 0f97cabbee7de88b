import { expect, test } from 'vitest';
import { foldTwins } from './note-entries.ts';
import type { ComposableObservation } from './composable-observation.ts';

const commit = (n: number, content: string, changes: Partial<ComposableObservation> = {}): ComposableObservation => ({
  ...{ id: `01890a5d-ac96-774b-bcce-00000000000${n}`, content, weight: 1, kind: 'commit' },
  ...{ createdAt: `2026-01-0${n}T00:00:00.000Z`, ...changes },
});
const folded = (...rows: ComposableObservation[]) =>
  foldTwins(rows).map(({ item, twins }) => [item, ...twins].map(({ id }) => Number(id.at(-1))));

test('picks of a commit onto other branches stand behind the best of them', () => {
  const rows = [
    commit(2, '[3.x] Retry on 429 again (#12)'),
    commit(3, 'Another change of it'),
    commit(1, 'retry on 429 again\n\nThe body.'),
  ];
  expect(folded(...rows)).toEqual([[2, 1], [3]]);
});

test('a commit and what takes it back are one; the last of them tells how it ended', () => {
  const done = commit(1, 'Retry on 429 again');
  const undone = commit(2, 'Revert "Retry on 429 again" (#13)\n\nThis reverts commit 1234567.');
  const redone = commit(3, 'Revert "Revert "Retry on 429 again""');
  expect(folded(done, undone)).toEqual([[2, 1]]);
  expect(folded(undone, done)).toEqual([[2, 1]]);
  expect(folded(done, redone, undone)).toEqual([[3, 1, 2]]);
});

test('what is no commit, and a subject that says little, is like no other', () => {
  expect(folded(commit(1, 'Fix tests'), commit(2, 'Fix tests'))).toEqual([[1], [2]]);
  const note = { kind: 'decision' };
  expect(folded(commit(1, 'Retry on 429 again', note), commit(2, 'Retry on 429 again', note))).toEqual([[1], [2]]);
});
