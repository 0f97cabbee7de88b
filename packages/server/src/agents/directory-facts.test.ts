import { expect, test } from 'vitest';
import { createProjectFinder, issueInBranch } from './directory-facts.ts';

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

test('a directory is looked at once, and one that cannot be read again', async () => {
  const asked: string[] = [];
  const projectOf = createProjectFinder(async (directory) => {
    asked.push(directory);
    if (directory === '/gone') throw new Error('gone');
    return `project of ${directory}`;
  });
  expect([await projectOf('/a'), await projectOf('/a')]).toEqual(['project of /a', 'project of /a']);
  expect([await projectOf('/gone'), await projectOf('/gone')]).toEqual([null, null]);
  expect(asked).toEqual(['/a', '/gone', '/gone']);
});
