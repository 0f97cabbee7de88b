import { systemClock } from '@inkling/engine';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeMemory, type FakeMemory } from '../../../test/fake-memory.ts';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../../../test/git-fixture.ts';
import { importMarkdown, type MarkdownImportReport } from './import-markdown.ts';

let home: string;
let repository: GitFixture;
let memory: FakeMemory;

beforeEach(() => {
  home = temporaryDirectory();
  repository = gitFixture(path.join(home, 'repo'));
  memory = fakeMemory();
});
afterEach(() => removeDirectory(home));

function run(...sources: string[]): Promise<MarkdownImportReport> {
  const root = repository.directory;
  return importMarkdown(memory, { root, sources, projectId: 'p', clock: systemClock });
}

const valid = (): string[] => memory.rows.filter((row) => row.supersededBy === null).map((row) => row.content);

const placeOf = (content: string): Record<string, unknown> => {
  const row = memory.rows.find((candidate) => candidate.content === content);
  const { paths, file, section, line } = row?.metadata ?? {};
  return { id: row?.id, kind: row?.kind, paths, file, section, line };
};
const move = (from: string, to: string): void => {
  mkdirSync(path.dirname(path.join(repository.directory, to)), { recursive: true });
  renameSync(path.join(repository.directory, from), path.join(repository.directory, to));
};

test('what several files say is counted once', async () => {
  for (const file of ['a.md', 'b.md', 'c.md']) repository.write(file, '# Queue\n\nFive tries.\n');
  expect(await run('.')).toMatchObject({ files: 3, imported: 1, unchanged: 0 });
  expect(await run('.')).toMatchObject({ files: 3, imported: 0, unchanged: 1 });
});

test('a renamed file keeps its rows, which say where the text is now', async () => {
  repository.write('docs/queue.md', '# Queue\n\nFive tries.\n\n## Pool\n\nTen.\n');
  await run('.');
  const { id } = placeOf('Queue\n\nFive tries.');
  move('docs/queue.md', 'docs/adr/queue.md');
  expect(await run('.')).toMatchObject({ imported: 0, unchanged: 2, superseded: 0, removed: 0 });
  const file = 'docs/adr/queue.md';
  expect(placeOf('Queue\n\nFive tries.')).toEqual({
    ...{ id, kind: 'decision', paths: [file], file },
    ...{ section: 'Queue#1.1', line: 3 },
  });
  repository.write(file, '# Queue\n\nSix tries.\n\n## Pool\n\nTen.\n');
  expect(await run('.')).toMatchObject({ imported: 1, superseded: 1 });
  expect(valid()).toEqual(['Queue › Pool\n\nTen.', 'Queue\n\nSix tries.']);
});

test('it stays until the last of them has lost it, and names those that have it', async () => {
  for (const file of ['a/RULES.md', 'b/RULES.md', 'c/RULES.md']) repository.write(file, 'Run the tests.');
  expect(await run('.')).toMatchObject({ files: 3, imported: 1 });
  expect(placeOf('Run the tests.')).toMatchObject({ paths: ['a/RULES.md', 'b/RULES.md', 'c/RULES.md'] });
  rmSync(path.join(repository.directory, 'a/RULES.md'));
  repository.write('b/RULES.md', 'Run the linter.');
  expect(await run('.')).toMatchObject({ imported: 1, removed: 0, superseded: 0 });
  expect(placeOf('Run the tests.')).toMatchObject({ paths: ['c/RULES.md'], file: 'c/RULES.md' });
  expect(placeOf('Run the linter.')).toMatchObject({ paths: ['b/RULES.md'] });
  rmSync(path.join(repository.directory, 'c/RULES.md'));
  expect(await run('.')).toMatchObject({ removed: 1 });
  expect(valid()).toEqual(['Run the linter.']);
});

test('an import of some of the files leaves the others to their own', async () => {
  repository.write('a/RULES.md', 'Run the tests.');
  await run('a');
  repository.write('b/RULES.md', 'Run the tests.');
  await run('b');
  expect(placeOf('Run the tests.')).toMatchObject({ paths: ['b/RULES.md', 'a/RULES.md'], file: 'a/RULES.md' });
  repository.write('b/RULES.md', 'Run the linter.');
  expect(await run('b')).toMatchObject({ imported: 1, removed: 0, superseded: 0 });
  expect(valid()).toEqual(['Run the tests.', 'Run the linter.']);
  await run('.');
  expect(placeOf('Run the tests.')).toMatchObject({ paths: ['a/RULES.md'] });
});

test('a file outside of the root keeps its whole name, and is gone when it is gone', async () => {
  const outside = path.join(home, 'ext/notes.md');
  mkdirSync(path.dirname(outside));
  writeFileSync(outside, 'Outside.');
  await run('../ext');
  expect(placeOf('Outside.')).toMatchObject({ file: outside });
  const { id } = placeOf('Outside.');
  expect(await run('../ext/notes.md')).toMatchObject({ unchanged: 1, removed: 0 });
  expect(placeOf('Outside.')).toMatchObject({ id, file: outside });
  rmSync(outside);
  expect(await run('../ext')).toMatchObject({ removed: 1 });
});

test('a text that a partial import no longer finds is left to the files that it did not read', async () => {
  repository.write('a/RULES.md', 'Run the tests.');
  repository.write('b/RULES.md', 'Run the tests.');
  await run('.');
  repository.write('a/RULES.md', 'Run the linter.');
  expect(await run('a')).toMatchObject({ imported: 1, removed: 0, superseded: 0 });
  expect(placeOf('Run the tests.')).toMatchObject({ paths: ['b/RULES.md'], file: 'b/RULES.md' });
});

test('an import that fails while it retires what is gone finds it the next time', async () => {
  repository.write('gone.md', 'Five tries.');
  repository.write('here.md', 'Ten at once.');
  await run('.');
  rmSync(path.join(repository.directory, 'gone.md'));
  const { forget } = memory.observations;
  memory.observations.forget = () => Promise.reject(new Error('the store is away'));
  await expect(run('.')).rejects.toThrow('the store is away');
  memory.observations.forget = forget;
  expect(await run('.')).toMatchObject({ removed: 1 });
  expect(valid()).toEqual(['Ten at once.']);
});

test('what another import moved in the meantime is left to it', async () => {
  repository.write('a.md', 'Five tries.');
  repository.write('b.md', 'Ten at once.');
  await run('.');
  rmSync(path.join(repository.directory, 'a.md'));
  const { get } = memory.observations;
  memory.observations.get = async (id) => {
    const row = await get(id);
    return row && { ...row, metadata: { ...row.metadata, paths: ['moved.md'] } };
  };
  expect(await run('.')).toMatchObject({ removed: 0 });
  expect(valid()).toContain('Five tries.');
});
