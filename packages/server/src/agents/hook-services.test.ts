import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitFixture, removeDirectory } from '../../test/git-fixture.ts';
import { createDirectoryFacts, issueInBranch, oncePerDirectory } from './hook-services.ts';

test.each([
  ['fix/eng-412-null-pointer', 'ENG-412'],
  ['ENG-412', 'ENG-412'],
  ['ada/PLAT2-7_retry', 'PLAT2-7'],
  ['main', null],
  ['feature/csv-export', null],
  ['fix/utf-8-names', 'UTF-8'],
])('the branch %s names %s', (branch, issue) => {
  expect(issueInBranch(branch)).toBe(issue);
});

test('a directory is looked at once, and one that could not be read again', async () => {
  const asked: string[] = [];
  const projectOf = oncePerDirectory(async (directory) => {
    asked.push(directory);
    if (directory === '/gone') throw new Error('gone');
    return `project of ${directory}`;
  });
  expect([await projectOf('/a'), await projectOf('/a')]).toEqual(['project of /a', 'project of /a']);
  for (const _ of [1, 2]) await expect(projectOf('/gone')).rejects.toThrow('gone');
  expect(asked).toEqual(['/a', '/gone', '/gone']);
});

test('the issue is of the branch that is checked out now, in a sub-directory and in another work tree too', async () => {
  const repository = gitFixture();
  const { issueOf, topOf, projectOf } = createDirectoryFacts();
  const tree = `${repository.directory}-tree`;
  try {
    repository.commit({ message: 'one', files: { 'src/a.ts': '1' } });
    expect(await issueOf(repository.directory)).toBeNull();
    repository.git('switch', '--quiet', '--create', 'fix/eng-412-null-pointer');
    repository.git('worktree', 'add', '--quiet', '-b', 'ops-7', tree);
    expect(await issueOf(path.join(repository.directory, 'src'))).toBe('ENG-412');
    expect(await issueOf(path.join(tree, 'src'))).toBe('OPS-7');
    expect(await topOf(path.join(tree, 'src'))).toBe(tree);
    repository.git('switch', '--quiet', '--detach');
    expect(await issueOf(repository.directory)).toBeNull();
    rmSync(path.join(repository.directory, '.git', 'HEAD'));
    expect(await issueOf(repository.directory)).toBeNull();
    expect(await issueOf('/no/such/directory')).toBeNull();
    expect([await projectOf('/no/such/directory'), await topOf('/no/such/directory')]).toEqual([null, null]);
  } finally {
    for (const directory of [repository.directory, tree]) removeDirectory(directory);
  }
});
