import path from 'node:path';
import { systemClock } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../../test/git-fixture.ts';
import { locateRepository } from '../git/locate-repository.ts';
import { readHistory } from './read-history.ts';
import { editedFiles, readTasks, type ReplayTask } from './replay-task.ts';

let home: string;

beforeAll(() => {
  home = temporaryDirectory();
});
afterAll(() => removeDirectory(home));

async function tasksOf(fixture: GitFixture, from: number): Promise<readonly ReplayTask[]> {
  const repository = await locateRepository(fixture.directory);
  const { commits } = await readHistory(repository, { projectId: 'p', maxCommits: 100, nowMs: systemClock.now() });
  return readTasks(repository, { commits, asked: commits.slice(from) }, () => undefined);
}

const files = (names: readonly string[], text: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `${text}\n`]));

test('a task edits its first three files, and reads three beside them that it leaves as they are', async () => {
  const fixture = gitFixture(path.join(home, 'files'));
  const source = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `src/${name}.ts`);
  fixture.commit({ message: 'first', files: files([...source, 'src/a.test.ts', 'src/deep/x.ts', 'top.ts'], '1') });
  fixture.commit({ message: 'second', files: files(source.slice(0, 4), '2') });
  const [task] = await tasksOf(fixture, 1);
  expect(editedFiles(task!)).toEqual(source.slice(0, 3).map((file) => ({ path: file, behind: new Set([0]) })));
  // From the second of the four that are left, as far apart as they can be.
  expect(task!.unchanged).toEqual(['src/f.ts', 'src/g.ts', 'src/h.ts']);
});

test('a folder with fewer files gives fewer, and the top folder is one', async () => {
  const fixture = gitFixture(path.join(home, 'top'));
  fixture.commit({ message: 'first', files: files(['a.ts', 'Makefile', 'dir.d/x.ts', 'LICENSE'], '1') });
  fixture.commit({ message: 'second', files: files(['a.ts'], '2') });
  expect((await tasksOf(fixture, 1)).map(({ unchanged }) => unchanged)).toEqual([['Makefile']]);
});

test('commits with nothing behind their lines are no tasks, and without any task there is nothing to judge', async () => {
  const fixture = gitFixture(path.join(home, 'none'));
  fixture.commit({ message: 'bump', files: files(['a.ts'], '1'), author: 'renovate[bot]' });
  fixture.commit({ message: 'of a bot', files: files(['a.ts'], '2') });
  fixture.commit({ message: 'new', files: files(['b.ts'], '1') });
  await expect(tasksOf(fixture, 0)).rejects.toMatchObject({
    code: 'import-source-invalid',
    details: { commits: 0, needed: 1 },
  });
  fixture.commit({ message: 'known', files: files(['b.ts'], '2') });
  expect((await tasksOf(fixture, 0)).map(({ commit }) => commit.subject)).toEqual(['known']);
});
