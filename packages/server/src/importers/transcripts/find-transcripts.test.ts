import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../../test/git-fixture.ts';
import { findTranscripts, transcriptDirectories } from './find-transcripts.ts';
import { TRANSCRIPT_AGENTS } from './transcript.ts';

test('transcripts come oldest first', async () => {
  const directory = temporaryDirectory();
  const [older, newer] = [path.join(directory, 'rollout-b.jsonl'), path.join(directory, 'rollout-a.jsonl')];
  for (const file of [older, newer]) writeFileSync(file, '');
  utimesSync(older, 1_000, 1_000);
  expect((await findTranscripts('codex', directory)).map(({ file }) => file)).toEqual([older, newer]);
  removeDirectory(directory);
});

test('where agents keep them', () => {
  const places = (environment: NodeJS.ProcessEnv): string[] =>
    TRANSCRIPT_AGENTS.flatMap((agent) => transcriptDirectories(agent, '/h', environment));
  expect(places({})).toEqual([
    '/h/.claude/projects',
    '/h/.codex/sessions',
    '/h/.codex/archived_sessions',
    '/h/.gemini/tmp',
    '/h/.local/share/opencode/storage',
    '/h/.copilot/session-state',
    '/h/.cursor/projects',
  ]);
  expect(places({ XDG_DATA_HOME: 'relative' })).toEqual(places({}));
  expect(places({ XDG_DATA_HOME: '/d' })).toContain('/d/opencode/storage');
  expect(places({ CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x' }).slice(0, 3)).toEqual([
    '/c/projects',
    '/x/sessions',
    '/x/archived_sessions',
  ]);
});
