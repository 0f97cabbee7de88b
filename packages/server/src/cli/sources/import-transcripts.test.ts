import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gitFixture, removeDirectory } from '../../../test/git-fixture.ts';
import type { TranscriptImportReport } from '../../importers/transcripts/import-transcripts.ts';
import { createPlaceFinder, describeTranscriptImport, describeWaiting } from './import-transcripts.ts';

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
  forgotten: 0,
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
    forgotten: 6,
    quarantined: 2,
    redacted: 1,
  };
  const refused = [{ file: 'a', code: 'invalid-input', message: 'no' }];
  expect(describeTranscriptImport({ ...report, unreadableLines: 1, refused }, '2.0 s')).toBe(
    '3 sessions: nothing new.\nlocal/api, 2.0 s: of 20 files 12 unchanged, 5 of other projects or of directories that are gone, 7 statements already known, ' +
      '6 left out as forgotten, 1 with a secret redacted, 1 line unreadable, 1 refused.\n2 are kept out until they are reviewed: inkling review',
  );
});

test('how many rows wait, and how to see them; nothing when none does', () => {
  expect(describeWaiting(0)).toEqual([]);
  expect(describeWaiting(1)).toEqual(['1 is kept out until it is reviewed: inkling review']);
});

describe('place finder', () => {
  let top: string;
  let inside: string;
  beforeEach(() => {
    const repository = gitFixture();
    repository.git('remote', 'add', 'origin', 'https://example.org/team/api.git');
    top = repository.directory;
    inside = path.join(top, 'packages', 'web');
    mkdirSync(inside, { recursive: true });
  });
  afterEach(() => removeDirectory(path.dirname(top)));

  test('sessions of the project are taken from every directory of it, and no others', async () => {
    const projectOf = createPlaceFinder({ projectId: 'example.org/team/api' });
    expect(await projectOf(inside)).toEqual({ projectId: 'example.org/team/api', root: top });
    expect(await createPlaceFinder({ projectId: 'other' })(inside)).toBeNull();
    expect(await projectOf('/gone/api')).toBe('away');
    expect(await projectOf(null)).toBeNull();
  });

  test('a session of a work tree that was removed is of the repository that it was in', async () => {
    const projectOf = createPlaceFinder({ projectId: 'example.org/team/api' });
    const removed = path.join(top, '.claude', 'worktrees', 'agent-3');
    const place = { projectId: 'example.org/team/api', root: removed };
    expect(await projectOf(path.join(removed, 'packages', 'web'))).toEqual(place);
    expect(await projectOf(removed)).toEqual(place);
    expect(await projectOf('/gone/api/.claude/worktrees/agent-3')).toBe('away');
    expect(await projectOf(path.join(top, 'packages', 'gone'))).toBe('away');
  });

  test('a named project takes those of the working directory, not those of every project on the disk', async () => {
    const named = { projectId: 'mine', here: 'example.org/team/api' };
    expect(await createPlaceFinder(named)(inside)).toEqual({ projectId: 'mine', root: top });
    expect(await createPlaceFinder({ projectId: 'mine', here: 'local/other' })(inside)).toBeNull();
    expect(await createPlaceFinder({ projectId: 'mine', here: 'local/other', allProjects: true })(inside)).toEqual({
      projectId: 'mine',
      root: top,
    });
  });

  test('a copy goes to the project that was named, wherever its sessions were held', async () => {
    const projectOf = createPlaceFinder({ projectId: 'mine', here: 'local/x', isCopy: true });
    expect(await projectOf('/home/ann/api')).toEqual({ projectId: 'mine', root: '/home/ann/api' });
    expect(await projectOf('C:\\work\\api')).toEqual({ projectId: 'mine', root: 'C:\\work\\api' });
    expect(await projectOf(inside)).toEqual({ projectId: 'mine', root: top });
    expect(await projectOf(null)).toEqual({ projectId: 'mine', root: null });
  });
});
