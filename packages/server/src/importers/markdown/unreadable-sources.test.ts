import { systemClock } from '@inkling/engine';
import { execFileSync } from 'node:child_process';
import type * as FileSystem from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeMemory, type FakeMemory } from '../../../test/fake-memory.ts';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../../../test/git-fixture.ts';
import type { MarkdownImportReport } from './import-markdown.ts';

// Permissions would not do: whoever may read everything, as in many containers, is refused nothing.
const locked = vi.hoisted(() => new Set<string>());

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof FileSystem>();
  const unlessLocked =
    <Rest extends readonly unknown[], Result>(read: (file: string, ...rest: Rest) => Promise<Result>) =>
    (file: string, ...rest: Rest): Promise<Result> =>
      locked.has(file)
        ? Promise.reject(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }))
        : read(file, ...rest);
  return { ...original, readdir: unlessLocked(original.readdir), readFile: unlessLocked(original.readFile) };
});

// Tests of one process share what was imported before: these read files through the mock.
vi.resetModules();
const { importMarkdown } = await import('./import-markdown.ts');

let home: string;
let repository: GitFixture;
let memory: FakeMemory;

beforeEach(() => {
  home = temporaryDirectory();
  repository = gitFixture(path.join(home, 'repo'));
  memory = fakeMemory();
  repository.write('a.md', 'first');
  repository.write('locked/b.md', 'behind the door');
  repository.write('z.md', 'last');
});
afterEach(() => {
  locked.clear();
  removeDirectory(home);
});

const run = (...sources: string[]): Promise<MarkdownImportReport> =>
  importMarkdown(memory, { root: repository.directory, sources, projectId: 'p', clock: systemClock });
const at = (name: string): string => path.join(repository.directory, name);

test('a directory that cannot be read is a warning, and the rest is imported', async () => {
  locked.add(at('locked'));
  expect(await run('.')).toMatchObject({ imported: 2, warnings: ['locked was skipped: it cannot be read.'] });
});

test('what an earlier import found in it is kept, until it is known to be gone', async () => {
  await run('.');
  locked.add(at('locked'));
  expect(await run('.')).toMatchObject({ imported: 0, removed: 0 });
  locked.clear();
  removeDirectory(at('locked'));
  expect(await run('.')).toMatchObject({ removed: 1, warnings: [] });
});

test('a file that cannot be read is a warning, and the rest is imported', async () => {
  locked.add(at('a.md'));
  expect(await run('.')).toMatchObject({ imported: 2, warnings: [expect.stringMatching(/^a\.md was skipped: /)] });
});

test('a pipe that is named is refused, not read', async () => {
  execFileSync('mkfifo', [at('pipe.md')]);
  await expect(run('pipe.md')).rejects.toMatchObject({ code: 'import-source-invalid' });
  await expect(run('/dev/null')).rejects.toMatchObject({ code: 'import-source-invalid' });
});
