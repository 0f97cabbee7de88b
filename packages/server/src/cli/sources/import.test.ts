import { expect, test } from 'vitest';
import { describeCommits, describeFiles } from './import.ts';

const COUNTS = { projectId: 'local/api', imported: 3, refused: [], warnings: [], elapsedMs: 1 };
const WAITING = '2 are kept out until they are reviewed: inkling review';

test('an import of documents says how many sections wait for a review', () => {
  const report = {
    ...COUNTS,
    source: 'markdown',
    files: 1,
    unchanged: 0,
    superseded: 0,
    removed: 0,
    outdated: 0,
    older: 0,
    forgotten: 0,
  } as const;
  expect(describeFiles({ ...report, quarantined: 2 }).split('\n')[1]).toBe(WAITING);
  expect(describeFiles({ ...report, quarantined: 0 })).not.toContain('review');
  expect(describeFiles({ ...report, quarantined: 0, outdated: 1, older: 2 })).toMatch(
    / 0 removed, 1 pinned or rated marked as outdated, 2 files older than what is remembered\.$/,
  );
});

test('an import of commits says how many wait for a review', () => {
  const none = {
    duplicates: 0,
    superseded: 0,
    forgotten: 0,
    boundary: 0,
    bots: 0,
    empty: 0,
    cut: 0,
    redacted: 0,
    incremental: false,
  };
  const report = { ...COUNTS, ...none, source: 'git', repository: '/x', commits: 3 } as const;
  expect(describeCommits({ ...report, quarantined: 2 }).split('\n')[1]).toBe(WAITING);
  expect(describeCommits({ ...report, quarantined: 0 })).not.toContain('review');
});
