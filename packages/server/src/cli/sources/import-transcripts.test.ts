import { expect, test } from 'vitest';
import type { TranscriptImportReport } from '../../importers/transcripts/import-transcripts.ts';
import { describeTranscriptImport } from './import-transcripts.ts';

const EMPTY: TranscriptImportReport = {
  source: 'transcripts',
  projectId: 'local/api',
  files: 0,
  unchanged: 0,
  elsewhere: 0,
  sessions: 0,
  prompts: 0,
  imported: 0,
  kinds: {},
  amendments: 0,
  known: 0,
  quarantined: 0,
  redacted: 0,
  unreadableLines: 0,
  refused: [],
  elapsedMs: 1_000,
};

test('what was kept is told by kind, the most telling first, and by how many sessions', () => {
  const kinds = { error: 12, decision: 38, exchange: 1_240 };
  expect(describeTranscriptImport({ ...EMPTY, sessions: 167, kinds, amendments: 4 }, '2.0 s')).toBe(
    '167 sessions: 1,240 exchanges, 38 decisions, 12 fixes; 4 amendments.\nlocal/api, 2.0 s.',
  );
});

test('one is one, and a kind that it does not know is called by its name', () => {
  const kinds = { lesson: 2, exchange: 1, session_summary: 1 };
  expect(describeTranscriptImport({ ...EMPTY, sessions: 1, kinds, amendments: 1, files: 1 }, '2.0 s')).toBe(
    '1 session: 1 exchange, 1 session summary, 2 lesson; 1 amendment.\nlocal/api, 2.0 s.',
  );
});

test('what was left, and why', () => {
  const report = {
    ...EMPTY,
    files: 20,
    unchanged: 12,
    elsewhere: 5,
    sessions: 3,
    known: 7,
    quarantined: 2,
    redacted: 1,
  };
  const refused = [{ file: 'a', code: 'invalid-input', message: 'no' }];
  expect(describeTranscriptImport({ ...report, unreadableLines: 1, refused }, '2.0 s')).toBe(
    '3 sessions: nothing new.\nlocal/api, 2.0 s: of 20 files 12 unchanged, 5 of other projects, 7 already known, ' +
      '2 kept out until they are reviewed, 1 with a secret redacted, 1 line unreadable, 1 refused.',
  );
});
