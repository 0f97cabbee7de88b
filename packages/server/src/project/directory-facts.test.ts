import { rmSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '@inkling/engine';
import { expect, test } from 'vitest';
import { gitFixture, removeDirectory } from '../../test/git-fixture.ts';
import { createDirectoryFacts, issueInBranch, keepByDirectory } from './directory-facts.ts';

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

test('a directory is looked at once a minute, and one that could not be read again', async () => {
  const asked: string[] = [];
  let now = 0;
  const { known, anew } = keepByDirectory(
    async (directory) => {
      asked.push(directory);
      if (directory === '/gone') throw new Error('gone');
      return `project of ${directory}`;
    },
    { ...systemClock, monotonic: () => now },
  );
  expect([await known('/a'), await known('/a')]).toEqual(['project of /a', 'project of /a']);
  for (const _ of [1, 2]) await expect(known('/gone')).rejects.toThrow('gone');
  expect(asked).toEqual(['/a', '/gone', '/gone']);
  now = 60_000;
  await known('/a');
  expect(asked.splice(0)).toEqual(['/a', '/gone', '/gone', '/a']);
  await Promise.all([anew('/a'), anew('/a'), known('/a')]);
  await known('/a');
  expect(asked).toEqual(['/a']);
});

test('a session in a directory that has become another repository belongs to that one', async () => {
  const repository = gitFixture();
  const { projectOf, topOf } = createDirectoryFacts(systemClock);
  const { directory } = repository;
  try {
    repository.git('remote', 'add', 'origin', 'git@github.com:acme/billing.git');
    expect(await projectOf(directory, { isAnew: true })).toBe('github.com/acme/billing');
    repository.git('remote', 'set-url', 'origin', 'git@github.com:other/website.git');
    expect(await projectOf(directory)).toBe('github.com/acme/billing');
    expect(await projectOf(directory, { isAnew: true })).toBe('github.com/other/website');
    expect(await topOf(directory)).toBe(directory);
    rmSync(path.join(directory, '.git'), { recursive: true });
    expect(await projectOf(directory, { isAnew: true })).toMatch(/^local\//u);
    expect(await topOf(directory)).toBeNull();
  } finally {
    removeDirectory(directory);
  }
});

test('the issue is of the branch that is checked out now, in a sub-directory and in another work tree too', async () => {
  const repository = gitFixture();
  const { issueOf, topOf } = createDirectoryFacts(systemClock);
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
    expect(await topOf('/no/such/directory')).toBeNull();
  } finally {
    for (const directory of [repository.directory, tree]) removeDirectory(directory);
  }
});

test('a directory that cannot be read has a project of its own, which no other has', async () => {
  const { projectOf } = createDirectoryFacts(systemClock);
  const [here, there] = [await projectOf('/no/such/a/app'), await projectOf('/no/such/b/app')];
  expect([here, there]).toEqual([expect.stringMatching(/^local\/app-/u), expect.stringMatching(/^local\/app-/u)]);
  expect(here).not.toBe(there);
  expect(await projectOf('/no/such/a/app', { isAnew: true })).toBe(here);
});
