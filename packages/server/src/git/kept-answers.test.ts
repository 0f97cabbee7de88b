import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../engine/test/manual-clock.ts';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../../test/git-fixture.ts';
import { keepAnswers } from './kept-answers.ts';

let directory: string;
let repository: GitFixture;
let clock: ManualClock;
beforeEach(() => {
  directory = temporaryDirectory();
  repository = gitFixture(path.join(directory, 'app'));
  repository.commit({ message: 'Start', files: { a: '1' } });
  repository.commit({ message: 'Go on', files: { a: '2' } });
  clock = createManualClock();
});
afterEach(() => removeDirectory(directory));

/** Answers how many times it was asked. */
function counting(place = repository.directory) {
  let asked = 0;
  const answer = keepAnswers({ clock, most: 2, directoryOf: path.dirname, ask: async () => (asked += 1) });
  return (name = 'a') => answer(path.join(place, name));
}

test('while HEAD stands an answer is kept, and after a minute given once more', async () => {
  const ask = counting();
  expect([await ask(), await ask()]).toEqual([1, 1]);
  repository.write('a', '3');
  clock.advance(60_000);
  expect([await ask(), await ask()]).toEqual([1, 2]);
});

test.each<[string, (git: GitFixture['git']) => void]>([
  ['a commit', (git) => git('commit', '--allow-empty', '-qm', 'x')],
  ['an amended commit', (git) => git('commit', '--amend', '-qm', 'x')],
  ['another branch', (git) => git('switch', '-qC', 'other', 'HEAD~')],
  ['another branch at the same commit', (git) => git('switch', '-qC', 'other')],
  ['a reset', (git) => git('reset', '-q', '--hard', 'HEAD~')],
])('%s asks anew, once for all that wait, with and without a log of HEAD', async (_name, move) => {
  const { git, commit } = repository;
  const ask = counting();
  expect(await ask()).toBe(1);
  move(git);
  expect(await Promise.all([ask(), ask()])).toEqual([2, 2]);
  git('config', 'core.logAllRefUpdates', 'false');
  removeDirectory(path.join(repository.directory, '.git', 'logs'));
  git('switch', '-q', 'main');
  commit({ message: 'Again', files: { a: '4' } });
  expect([await ask(), await ask()]).toEqual([3, 3]);
  move(git);
  expect([await ask(), await ask()]).toEqual([4, 4]);
});

test('a further work tree and a submodule have a HEAD of their own', async () => {
  const { git } = repository;
  git('worktree', 'add', '-q', '--detach', '../further');
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repository.directory, 'sub');
  const places = [repository.directory, path.join(directory, 'further'), path.join(repository.directory, 'sub')];
  const asks = places.map((place) => counting(place));
  const all = () => Promise.all(asks.map((ask) => ask()));
  expect(await all()).toEqual([1, 1, 1]);
  git('-C', '../further', 'commit', '--allow-empty', '-qm', 'x');
  expect(await all()).toEqual([1, 2, 1]);
  git('-C', 'sub', 'commit', '--allow-empty', '-qm', 'x');
  expect(await all()).toEqual([1, 2, 2]);
});

test('a directory that was not there yet belongs to the repository above it; outside of one nothing has moved', async () => {
  const ask = counting();
  expect(await ask('new/b')).toBe(1);
  mkdirSync(path.join(repository.directory, 'new'));
  repository.git('commit', '--allow-empty', '-qm', 'x');
  expect(await ask('new/b')).toBe(2);
  const outside = counting(directory);
  expect([await outside(), await outside()]).toEqual([1, 1]);
});

test('the answers used last are kept; what fails is null', async () => {
  const ask = counting();
  expect([await ask('a'), await ask('b'), await ask('a'), await ask('c')]).toEqual([1, 2, 1, 3]);
  expect([await ask('a'), await ask('b')]).toEqual([1, 4]);
  const failing = keepAnswers({ clock, most: 2, directoryOf: path.dirname, ask: () => Promise.reject(new Error('x')) });
  expect(await failing(path.join(repository.directory, 'a'))).toBeNull();
});
