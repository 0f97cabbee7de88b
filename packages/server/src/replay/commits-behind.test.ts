import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../../test/git-fixture.ts';
import { locateRepository } from '../git/locate-repository.ts';
import { changedLines, commitsBehind, isSourceFile, MAX_FILES, MAX_HUNKS_PER_FILE } from './commits-behind.ts';

let home: string;

beforeAll(() => {
  home = temporaryDirectory();
});
afterAll(() => removeDirectory(home));

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

function fixture(
  name: string,
): GitFixture & { readonly hashes: string[]; change(files: Record<string, string[]>): void } {
  const repository = gitFixture(path.join(home, name));
  const hashes: string[] = [];
  return {
    ...repository,
    hashes,
    change(files) {
      const written = Object.entries(files).map(([file, lines]) => [file, text(lines)]);
      hashes.push(repository.commit({ message: `commit ${hashes.length}`, files: Object.fromEntries(written) }));
    },
  };
}

/** As positions, the commit's place in the fixture. */
async function behindLast({ directory, hashes }: ReturnType<typeof fixture>, unknown: readonly number[] = []) {
  const known = hashes.map((hash, position) => [hash, position] as const);
  const positions = new Map(known.filter(([, position]) => !unknown.includes(position)));
  const { all, files } = await commitsBehind(await locateRepository(directory), hashes.at(-1)!, positions);
  return { all: [...all], files: files.map((file) => [file.path, ...file.behind]) };
}

test('the commits that last touched most of the removed lines, of all files and of each', async () => {
  const repository = fixture('most');
  repository.change({ 'a.ts': ['1', '2', '3', '4', '5'], 'b.ts': ['x', 'y', 'z'] });
  repository.change({ 'a.ts': ['1', 'two', 'three', '4', '5'] });
  repository.change({ 'a.ts': ['1', 'two', 'three', 'four', '5'] });
  repository.change({ 'b.ts': ['x', 'why', 'z'] });
  repository.change({ 'a.ts': ['1', 'II', 'III', 'IV', '5'], 'b.ts': ['x', 'Y', 'Z'] });
  // Of a.ts two lines are of 1 and one is of 2, of b.ts one is of 3 and one of 0; of equal ones the newer counts.
  expect(await behindLast(repository)).toEqual({
    all: [1, 3, 2],
    files: [
      ['a.ts', 1, 2],
      ['b.ts', 3, 0],
    ],
  });
});

test('a hunk that only adds stands for the lines on both sides of it, at the ends of a file for the one there is', async () => {
  const repository = fixture('adds');
  repository.change({ a: ['1'], b: ['1'], c: ['1', '2'] });
  repository.change({ c: ['1', '2', '3'] });
  repository.change({ b: ['1', '2'] });
  repository.change({ a: ['0', '1'], b: ['1', '2', '3'], c: ['1', '2', 'new', '3'] });
  expect((await behindLast(repository)).files).toEqual([
    ['a', 0],
    ['b', 2],
    ['c', 1, 0],
  ]);
});

test('tests, documents, changelogs, lock files, new files and deleted ones do not count', async () => {
  const repository = fixture('ignored');
  const others = ['tests/test_a.py', 'docs/a.py', 'CHANGES.rst', 'yarn.lock'];
  repository.change(Object.fromEntries([...others, 'gone.ts', 'a.ts'].map((file) => [file, ['1']])));
  repository.git('rm', '--quiet', 'gone.ts');
  repository.change(Object.fromEntries([...others, 'new.ts'].map((file) => [file, ['2']])));
  expect(await behindLast(repository)).toEqual({ all: [], files: [] });
  repository.change({ 'a.ts': ['2'], 'docs/a.py': ['3'] });
  expect(await behindLast(repository)).toEqual({ all: [0], files: [['a.ts', 0]] });
});

test('a renamed file is blamed by its old name, and indentation belongs to nobody', async () => {
  const repository = fixture('renamed');
  const body = Array.from({ length: 9 }, (_value, index) => `line ${index}`);
  repository.change({ 'a b.ts': [...body, 'last'] });
  repository.change({ 'a b.ts': [...body, '    last'] });
  repository.git('mv', 'a b.ts', 'ü.ts');
  repository.change({ 'ü.ts': [...body, '    end'] });
  expect(await behindLast(repository)).toEqual({ all: [0], files: [['a b.ts', 0]] });
});

test('removed lines that look like headings of a diff are lines', async () => {
  const repository = fixture('headings');
  repository.change({ 'a.sql': ['y', '-- a/x.ts', 'z', 'w'], 'b.ts': ['1'] });
  repository.change({ 'a.sql': ['++ b/x.ts', '@@ -7 +7 @@', 'z', 'v'], 'b.ts': ['2'] });
  const [, hash = ''] = repository.hashes;
  expect(await changedLines(await locateRepository(repository.directory), hash)).toEqual([
    {
      path: 'a.sql',
      ranges: [
        [1, 2],
        [4, 4],
      ],
    },
    { path: 'b.ts', ranges: [[1, 1]] },
  ]);
});

test.each([
  ['diff.noprefix', 'true'],
  ['diff.external', 'false'],
  ['diff.orderFile', '/no/such/file'],
  ['color.ui', 'always'],
  ['blame.ignoreRevsFile', '.git/ignored'],
])("a repository's own setting %s changes nothing", async (name, value) => {
  const repository = fixture(name);
  for (const number of [1, 2, 3]) repository.change({ 'a.ts': [`the value of it is ${number}`] });
  repository.write('.git/ignored', `${repository.hashes[1]}\n`);
  repository.git('config', name, value);
  expect(await behindLast(repository)).toEqual({ all: [1], files: [['a.ts', 1]] });
});

test('hunks that are near each other stay two, whatever diff.interHunkContext says', async () => {
  const repository = fixture('near');
  repository.change({ 'a.ts': ['1', '2', '3', '4'] });
  repository.change({ 'a.ts': ['one', '2', '3', 'four'] });
  repository.git('config', 'diff.interHunkContext', '5');
  const [{ ranges } = {}] = await changedLines(await locateRepository(repository.directory), repository.hashes[1]!);
  expect(ranges?.map(([first, last]) => [first, last])).toEqual([
    [1, 1],
    [4, 4],
  ]);
});

test('when git cannot blame, its reason is told; of a file that was empty there is nothing to blame', async () => {
  const repository = fixture('unreadable');
  repository.change({ 'a.ts': [] });
  repository.change({ 'a.ts': ['1'] });
  expect(await behindLast(repository)).toEqual({ all: [], files: [] });
  repository.change({ 'a.ts': ['2'] });
  repository.git('config', 'blame.ignoreRevsFile', '/no/such/file');
  await expect(behindLast(repository)).rejects.toMatchObject({
    code: 'import-source-invalid',
    message: expect.stringContaining('/no/such/file'),
    hint: expect.stringContaining('blame.ignoreRevsFile'),
  });
});

test('a commit that memory does not hold keeps its place, and the first commit has nothing behind it', async () => {
  const repository = fixture('unknown');
  repository.change({ a: ['1', '2', '3', '4', '5'] });
  expect(await behindLast(repository)).toEqual({ all: [], files: [] });
  for (const [line, lines] of [['1'], ['1', '2'], ['1', '2', '3']].entries()) {
    repository.change({ a: [...lines.map((one) => `${one}!`), ...['1', '2', '3', '4', '5'].slice(line + 1)] });
  }
  repository.change({ a: ['nothing of it'] });
  // Two lines are the first commit's; the three others have one each, and only two more places are there.
  expect((await behindLast(repository)).all).toEqual([0, 3, 2]);
  expect((await behindLast(repository, [3])).all).toEqual([0, 2, 1]);
  expect((await behindLast(repository, [0])).all).toEqual([3, 2]);
});

test('work is bounded: the first files of a commit, and the first hunks of each', async () => {
  const repository = fixture('bounded');
  const lines = (word: string): string[] =>
    Array.from({ length: 2 * MAX_HUNKS_PER_FILE + 2 }, (_value, index) =>
      index % 2 === 0 ? 'same' : `${word} ${index}`,
    );
  const files = (word: string): Record<string, string[]> =>
    Object.fromEntries(Array.from({ length: MAX_FILES + 1 }, (_value, index) => [`f${10 + index}`, lines(word)]));
  repository.change(files('old'));
  repository.change(files('new'));
  const changed = await changedLines(await locateRepository(repository.directory), repository.hashes.at(-1)!);
  expect(changed.map(({ ranges }) => ranges.length)).toEqual(
    Array.from({ length: MAX_FILES }, () => MAX_HUNKS_PER_FILE),
  );
});

test.each(['src/click/core.py', 'lib/reply.js', 'Makefile', 'src/history.ts', 'src/locks.ts', 'docs.ts'])(
  '%s is work on the program',
  (file) => expect(isSourceFile(file)).toBe(true),
);

test.each([
  'tests/test_core.py',
  'src/core.test.ts',
  'docs/conf.py',
  'doc/make.js',
  'README.md',
  'CHANGES.rst',
  'CHANGELOG',
  'HISTORY',
  'man/fd.1',
  'package-lock.json',
  'web/yarn.lock',
  'Cargo.lock',
  'go.sum',
  'package.json',
  'pyproject.toml',
  'requests/__version__.py',
  '.github/workflows/test.yml',
  '.eslintrc.js',
  '.changeset/three-birds.md',
])('%s is not', (file) => expect(isSourceFile(file)).toBe(false));
