import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../../test/git-fixture.ts';
import { locateRepository } from '../git/locate-repository.ts';
import { gitEvidence } from './git-evidence.ts';

const COMMITTED_S = 1_700_000_000;
const LATER_MS = (COMMITTED_S + 4 * 86_400) * 1000;

let home: string;
let repository: GitFixture;

beforeEach(() => {
  home = temporaryDirectory();
  repository = gitFixture(path.join(home, 'repo'));
});
afterEach(() => removeDirectory(home));

/** The sources of evidence for a session that edited the file a minute before the commit. */
async function sourcesOf(file: string): Promise<readonly string[]> {
  const located = await locateRepository(repository.directory);
  const evidence = await gitEvidence(located, [{ path: file, at: (COMMITTED_S - 60) * 1000 }], LATER_MS);
  return evidence.map(({ source }) => source);
}

test.each(['plain.sql', 'my query.sql', 'my "best" query.sql', 'tab\there.sql', 'back\\slash.sql', 'größe.sql'])(
  'work in %j stands after it was squashed',
  async (file) => {
    repository.commit({ message: 'base', files: { other: '1' }, at: COMMITTED_S - 3600 });
    repository.git('checkout', '-q', '-b', 'side');
    repository.commit({ message: 'query', files: { [file]: 'select name from users;\n' }, at: COMMITTED_S });
    repository.git('checkout', '-q', 'main');
    repository.commit({ message: 'squashed', files: { [file]: 'select name from users;\n' }, at: COMMITTED_S + 7200 });
    expect(await sourcesOf(file)).toEqual(['commit', 'survival']);
  },
);

test('hunks that are near each other are two, whatever diff.interHunkContext says', async () => {
  repository.git('config', 'diff.interHunkContext', '5');
  repository.commit({ message: 'base', files: { 'a.ts': 'one\ntwo\nthree\n' }, at: COMMITTED_S - 3600 });
  repository.git('checkout', '-q', '-b', 'side');
  repository.commit({ message: 'work', files: { 'b.ts': 'b();\n' }, at: COMMITTED_S });
  repository.commit({
    message: 'fix: tre',
    files: { 'a.ts': 'eins\ntwo\ndrei\n', 'b.ts': 'c();\n' },
    at: COMMITTED_S + 3600,
  });
  repository.git('branch', '-qf', 'main', 'side');
  expect(await sourcesOf('b.ts')).toEqual(['commit', 'fix-up']);
});

test('a removed line that looks like the head of a file is a removed line', async () => {
  repository.commit({ message: 'base', files: { 'a.sql': '-- a comment here\nselect 1 + 1;\n' }, at: COMMITTED_S });
  repository.commit({ message: 'fix: no comment', files: { 'a.sql': 'select 1 + 1;\n' }, at: COMMITTED_S + 3600 });
  expect(await sourcesOf('a.sql')).toContain('fix-up');
});

test('the default branch is the one that the remote names, as the remote has it', async () => {
  repository.git('checkout', '-q', '-b', 'develop');
  repository.commit({ message: 'base', files: { other: '1' }, at: COMMITTED_S - 3600 });
  repository.git('checkout', '-q', '-b', 'side');
  repository.commit({ message: 'work', files: { 'a.ts': 'a();\n' }, at: COMMITTED_S });
  expect(await sourcesOf('a.ts')).toEqual(['commit', 'survival']);
  repository.git('update-ref', 'refs/remotes/origin/develop', 'develop');
  repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/develop');
  expect(await sourcesOf('a.ts')).toEqual([]);
  repository.git('update-ref', 'refs/remotes/origin/develop', 'side');
  expect(await sourcesOf('a.ts')).toEqual(['commit', 'survival']);
});
