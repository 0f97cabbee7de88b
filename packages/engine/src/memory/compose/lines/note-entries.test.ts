import { expect, test } from 'vitest';
import { estimateTokens } from '../../../base/text/estimate-tokens.ts';
import { composeObservationBlock } from '../compose-observation-block.ts';
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

const hash = (n: number): string => `${n}`.repeat(40);
const hashed = (n: number, content: string, revertedBy?: number): ComposableObservation => {
  const metadata = { commit: hash(n), ...(revertedBy === undefined ? {} : { revertedBy: hash(revertedBy) }) };
  return commit(n, content, { metadata });
};

test('what takes a commit back is known by the hash that it names, whatever its subject', () => {
  const done = hashed(1, 'Retry all', 2);
  const undone = hashed(2, `Wait no more\n\nThis reverts commit ${hash(1)}.`);
  expect(folded(undone, done)).toEqual([[2, 1]]);
  const short = hashed(2, 'Revert "Retry all"\n\nThis reverts commit 11111111.');
  expect(folded(done, short)).toEqual([[2, 1]]);
  expect(folded(done, hashed(2, `Wait no more\n\nThis reverts commit ${hash(3)}.`))).toEqual([[1], [2]]);
  // Two that name each other.
  const both = [hashed(1, `A\n\nThis reverts commit ${hash(2)}.`), hashed(2, `B\n\nThis reverts commit ${hash(1)}.`)];
  expect(folded(...both)).toEqual([[2, 1]]);
});

test('a revert that was taken back does not hold: what does is shown', () => {
  const done = hashed(1, 'Retry on 429 again');
  const undone = hashed(2, `Revert "Retry on 429 again"\n\nThis reverts commit ${hash(1)}.`, 3);
  const redone = hashed(3, `Reapply "Retry on 429 again"\n\nThis reverts commit ${hash(2)}.`);
  expect(folded(undone, done)).toEqual([[1, 2]]);
  expect(folded(done, undone, redone)).toEqual([[3, 1, 2]]);
  expect(folded(commit(1, 'Retry on 429 again'), commit(3, 'Reapply "Retry on 429 again"'))).toEqual([[3, 1]]);
  expect(folded(hashed(1, 'Retry on 429 again', 2), commit(3, 'Retry on 429 again\n\nOnce more.'))).toEqual([[3, 1]]);
});

test('of the same commit on two branches the one that holds is shown', () => {
  expect(folded(hashed(1, 'Retry on 429 again'), hashed(3, 'Retry on 429 again', 4))).toEqual([[1, 3]]);
});

test('a line says what its commit takes back', () => {
  const notesOf = (...rows: ComposableObservation[]): string | undefined => {
    const { block } = composeObservationBlock(rows, 500, estimateTokens);
    return /\([^()]*\)$/u.exec(block)?.[0];
  };
  const done = hashed(1, 'Retry on 429 again');
  const undone = hashed(2, `Wait no more\n\nThis reverts commit ${hash(1)}.`);
  expect(notesOf(done, undone)).toBe('(reverts 11111111)');
  expect(notesOf(done, hashed(3, 'Reapply "Retry on 429 again"'))).toBeUndefined();
  expect(notesOf(done, hashed(3, 'Revert "Revert "Retry on 429 again""'))).toBeUndefined();
  expect(notesOf(done, hashed(3, 'Revert "Reapply "Retry on 429 again""'))).toBe('(reverts 11111111)');
});

test('what is no commit, and a subject that says little, is like no other', () => {
  expect(folded(commit(1, 'Fix tests'), commit(2, 'Fix tests'))).toEqual([[1], [2]]);
  const note = { kind: 'decision' };
  expect(folded(commit(1, 'Retry on 429 again', note), commit(2, 'Retry on 429 again', note))).toEqual([[1], [2]]);
});
