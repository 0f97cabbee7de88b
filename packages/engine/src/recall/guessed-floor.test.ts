import { expect, test } from 'vitest';
import { recalledRow } from '../../test/session-start-fixtures.ts';
import type { Observation } from '../memory/observations/observation.ts';
import { guessedFloor } from './guessed-floor.ts';

const row = (n: number, content: string, path: string, changes: Partial<Observation> = {}): Observation =>
  recalledRow(n, {
    content,
    metadata: { paths: [path] },
    createdAt: `2026-11-${String(n).padStart(2, '0')}T00:00:00.000Z`,
    ...changes,
  }).observation;

const rows = [
  row(4, 'Keep comments', 'src/tags.ts'),
  row(1, 'Read tags', 'src/tags.ts'),
  row(5, 'Fix typo', 'src/tags.ts'),
  row(2, 'Read lists', 'src/tags.ts'),
  row(6, 'Read feeds', 'src/feeds.ts'),
  row(7, 'Tags stay', 'src/tags.ts', { kind: 'decision' }),
];
const candidates = rows.map((observation) => ({ hit: { id: observation.id, relevance: 0, score: 0 }, observation }));

test('the two latest commits of a guessed file need nothing, its other rows two thirds, the rest all', () => {
  const floor = guessedFloor(['src/tags.ts'], candidates);
  expect(rows.map(floor)).toEqual([0, 2 / 3, 2 / 3, 0, 1, 2 / 3]);
});

test('of two guessed files the latest commits of the better guess come first, though the other is newer', () => {
  const floor = guessedFloor(['src/tags.ts', 'src/feeds.ts'], candidates);
  expect(rows.map(floor)).toEqual([0, 2 / 3, 2 / 3, 0, 2 / 3, 2 / 3]);
});

test('where nothing was guessed every row needs all of it', () => {
  expect(rows.map(guessedFloor([], candidates))).toEqual(rows.map(() => 1));
});
