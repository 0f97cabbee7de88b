import { systemClock } from '@inkling/engine';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeMemory, type FakeMemory } from '../../../test/fake-memory.ts';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../../../test/git-fixture.ts';
import { importGit, type GitImportOptions, type GitImportReport } from './import-git.ts';

let home: string;
let repository: GitFixture;
let memory: FakeMemory;

beforeEach(() => {
  home = temporaryDirectory();
  repository = gitFixture(path.join(home, 'repo'));
  memory = fakeMemory();
});
afterEach(() => removeDirectory(home));

function run(options: Partial<GitImportOptions> = {}): Promise<GitImportReport> {
  return importGit(memory, { directory: repository.directory, projectId: 'p', clock: systemClock, ...options });
}

const commitOf = (content: string) => memory.rows.find((row) => row.content === content)?.metadata['commit'];

test('a commit that was rewritten has its new hash and its files after the next import, with the same id', async () => {
  repository.commit({ message: 'base', files: { a: '1' } });
  repository.git('checkout', '-q', '-b', 'side');
  const old = repository.commit({ message: 'side', files: { b: '1' } });
  await run();
  const ids = memory.rows.map(({ id }) => id);
  repository.git('checkout', '-q', 'main');
  repository.commit({ message: 'main', files: { c: '1' } });
  repository.git('checkout', '-q', 'side');
  repository.git('rebase', '-q', 'main');
  expect(await run()).toMatchObject({ imported: 1, duplicates: 1 });
  const rebased = repository.git('rev-parse', 'HEAD').trim();
  expect(rebased).not.toBe(old);
  expect(commitOf('side')).toBe(rebased);
  repository.write('d', '1');
  repository.git('add', '.');
  repository.git('commit', '-q', '--amend', '--no-edit');
  await run();
  expect(commitOf('side')).toBe(repository.git('rev-parse', 'HEAD').trim());
  expect(memory.rows.find((row) => row.content === 'side')?.metadata.paths).toEqual(['b', 'd']);
  expect(memory.rows.map(({ id }) => id).slice(0, 2)).toEqual(ids);
});

test('a rewritten commit is told from another one with the same words, and from a pick of a commit that is on the default branch', async () => {
  const base = repository.commit({ message: 'base', files: { a: '1' } });
  const first = repository.commit({ message: 'fix', files: { b: '1' } });
  await run();
  repository.commit({ message: 'fix', files: { c: '1' } });
  await run({ full: true });
  expect(commitOf('fix')).toBe(first);
  repository.git('reset', '-q', '--hard', base);
  repository.commit({ message: 'fix', files: { e: '1' } });
  await run();
  expect(commitOf('fix')).toBe(first);
  repository.git('reset', '-q', '--hard', first);
  repository.git('checkout', '-q', '-b', 'release', base);
  repository.commit({ message: 'release', files: { d: '1' } });
  repository.git('cherry-pick', first);
  expect(await run()).toMatchObject({ imported: 1, duplicates: 1 });
  expect(commitOf('fix')).toBe(first);
});

test('a commit of which less is told by newer rules is not there twice: the newer text takes the place of the older, and its pin', async () => {
  repository.commit({ message: 'Log in as hunter2', files: { a: '1' } });
  repository.commit({ message: 'other', files: { b: '1' } });
  await run();
  const old = memory.rows.find(({ content }) => content.includes('hunter2'))!;
  old.pinned = true;
  memory.redact = (text) => text.replace('hunter2', '[redacted:password]');
  expect(await run({ full: true })).toMatchObject({ imported: 1, duplicates: 1, superseded: 1 });
  const redacted = memory.rows.find(({ content }) => content.includes('[redacted:password]'));
  expect(redacted).toMatchObject({ supersededBy: null, pinned: true });
  expect(memory.rows.find(({ id }) => id === old.id)?.supersededBy).toBe(redacted?.id);
  expect(await run({ full: true })).toMatchObject({ imported: 0, duplicates: 2, superseded: 0 });
});

test('a commit that is there twice since an earlier import is there once after the next', async () => {
  const commit = repository.commit({ message: 'Log in as hunter2', files: { a: '1' } });
  memory.redact = (text) => text.replace('hunter2', '[redacted:password]');
  await run();
  memory.redact = (text) => text;
  await memory.observations.rememberMany([
    { content: 'Log in as hunter2', projectId: 'p', agentId: 'git', kind: 'commit', metadata: { commit } },
  ]);
  memory.redact = (text) => text.replace('hunter2', '[redacted:password]');
  expect(await run({ full: true })).toMatchObject({ imported: 0, duplicates: 1, superseded: 1 });
  expect(memory.rows.filter(({ supersededBy }) => supersededBy === null)).toHaveLength(1);
});

test('a commit that was taken back is stored with the hash of the revert, until that is taken back too', async () => {
  const revertedBy = (content: string) =>
    memory.rows.find((row) => row.content === content)?.metadata['revertedBy'] ?? null;
  const first = repository.commit({ message: 'Wait\n\nAs the host asks.', files: { a: '1' } });
  const revert = repository.commit({ message: `Go on\n\nThis reverts commit ${first}.`, files: { a: '2' } });
  await run();
  expect(revertedBy('Wait\n\nAs the host asks.')).toBe(revert);
  // What an earlier import stored is marked by what is new.
  const again = repository.commit({ message: `Wait again\n\nThis reverts commit ${revert}.`, files: { a: '1' } });
  expect(await run()).toMatchObject({ commits: 1, imported: 1, duplicates: 0 });
  expect(revertedBy('Wait\n\nAs the host asks.')).toBeNull();
  expect(revertedBy(`Go on\n\nThis reverts commit ${first}.`)).toBe(again);
  expect(await run({ full: true })).toMatchObject({ imported: 0, duplicates: 3 });
  expect(revertedBy('Wait\n\nAs the host asks.')).toBeNull();
  expect(revertedBy(`Go on\n\nThis reverts commit ${first}.`)).toBe(again);
  // One that this repository has not got is nothing to read.
  repository.commit({ message: `Undo\n\nThis reverts commit ${'0123456789'.repeat(4)}.`, files: { a: '3' } });
  expect(await run()).toMatchObject({ commits: 1, imported: 1 });
});

test('a commit that was taken back and landed again holds', async () => {
  const stored = () => memory.rows.find((row) => row.content === 'Wait')?.metadata;
  repository.commit({ message: 'base', files: { a: '1' } });
  const first = repository.commit({ message: 'Wait', files: { a: '2' } });
  const revert = repository.commit({ message: `Go on\n\nThis reverts commit ${first}.`, files: { a: '1' } });
  await run();
  expect(stored()).toMatchObject({ commit: first, revertedBy: revert });
  repository.git('cherry-pick', first);
  const again = repository.git('rev-parse', 'HEAD').trim();
  for (const full of [false, true]) {
    await run({ full });
    expect(stored()).toMatchObject({ commit: again });
    expect(stored()).not.toHaveProperty('revertedBy');
  }
});

test('what was taken back holds again when no branch has the revert any more', async () => {
  const stored = () => memory.rows.find((row) => row.content === 'Wait')?.metadata;
  const first = repository.commit({ message: 'Wait', files: { a: '1' } });
  const main = repository.git('branch', '--show-current').trim();
  repository.git('checkout', '-q', '-b', 'undo');
  const revert = repository.commit({ message: `Go on\n\nThis reverts commit ${first}.`, files: { a: '2' } });
  await run();
  repository.git('checkout', '-q', main);
  expect(await run()).toMatchObject({ commits: 0, incremental: true });
  expect(stored()).toMatchObject({ revertedBy: revert });
  repository.git('branch', '-q', '-D', 'undo');
  expect(await run()).toMatchObject({ imported: 0, incremental: false });
  expect(stored()).toMatchObject({ commit: first });
  expect(stored()).not.toHaveProperty('revertedBy');
  expect(await run()).toMatchObject({ commits: 0, incremental: true });
  // Brought back, it counts again.
  repository.git('merge', '-q', revert);
  await run();
  expect(stored()).toMatchObject({ revertedBy: revert });
});

test('a revert marks what is stored and brings in nothing, and older words of the same kind do not take its mark', async () => {
  repository.commit({ message: 'Wait', files: { a: '0' }, at: 1_600_000_000 });
  const old = repository.commit({ message: 'old', files: { b: '1' }, at: 1_600_000_001 });
  const first = repository.commit({ message: 'Wait', files: { a: '1' }, at: 1_700_000_000 });
  await run({ maxCount: 1 });
  const message = `Undo\n\nThis reverts commit ${first}.\nThis reverts commit ${old}.`;
  const revert = repository.commit({ message, files: { a: '2' }, at: 1_700_000_001 });
  expect(await run({ maxCount: 1 })).toMatchObject({ imported: 1 });
  expect(memory.rows.map(({ content }) => content).toSorted()).toEqual([message, 'Wait'].toSorted());
  const stored = () => memory.rows.find((row) => row.content === 'Wait')?.metadata;
  expect(stored()).toMatchObject({ commit: first, revertedBy: revert });
  await run({ full: true });
  expect(stored()).toMatchObject({ commit: first, revertedBy: revert });
});
