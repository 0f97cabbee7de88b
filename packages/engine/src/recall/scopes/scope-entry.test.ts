import { expect, test } from 'vitest';
import { type AppliedVersions, appliedVersion, forgetApplied, noteApplied } from './scope-entry.ts';

test('the last version of each row is known, however many came since', () => {
  const applied: AppliedVersions = new Map();
  for (const round of ['first', 'second']) {
    for (let row = 0; row < 6000; row += 1) noteApplied(applied, `${row}`, `${round} ${row}`, row);
  }
  noteApplied(applied, '17', null, 6000);
  const known = ['0', '17', '5999', '6000'].map((id) => appliedVersion(applied, id));
  expect(known).toEqual(['second 0', null, 'second 5999', undefined]);
});

test('what ended before a moment is forgotten, nothing later', () => {
  const applied: AppliedVersions = new Map();
  for (let row = 0; row < 10_000; row += 1) noteApplied(applied, `${row}`, 'version', row);
  forgetApplied(applied, 9_000);
  const isKnown = (row: number): boolean => appliedVersion(applied, `${row}`) !== undefined;
  expect([isKnown(0), isKnown(9_000), isKnown(9_999)]).toEqual([false, true, true]);
  expect(applied.size).toBe(1000);
  forgetApplied(applied, 10_000);
  expect(applied.size).toBe(0);
});
