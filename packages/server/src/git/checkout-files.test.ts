import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../../../engine/test/manual-clock.ts';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../../test/git-fixture.ts';
import { createCheckouts } from './checkout-files.ts';

let directory: string;
let repository: GitFixture;
beforeEach(() => {
  directory = temporaryDirectory();
  repository = gitFixture(path.join(directory, 'app'));
  repository.commit({ message: 'Start', files: { 'lib/a.ts': 'a', 'docs/b.md': 'b' } });
});
afterEach(() => removeDirectory(directory));

const answers = async (names: readonly string[]) => {
  const { hasFile } = createCheckouts(createManualClock());
  return Promise.all(names.map((name) => hasFile({ path: name, directory: repository.directory })));
};

test('a file and a directory are there or gone; of what is outside of the checkout nobody can tell', async () => {
  expect(await answers(['lib/a.ts', './lib/a.ts', 'lib', 'lib/b.ts', 'lib/a.ts/b', 'other/b.md'])).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(await answers(['../app/lib/a.ts', path.join(repository.directory, 'lib/a.ts'), 'a\0b'])).toEqual([
    null,
    null,
    null,
  ]);
  expect(await createCheckouts(createManualClock()).hasFile({ path: 'lib/a.ts', directory: null })).toBeNull();
});

test('what a sparse checkout leaves out is there', async () => {
  repository.git('sparse-checkout', 'set', '--no-cone', '/lib/');
  expect(await answers(['docs/b.md', 'docs/c.md', 'lib/a.ts'])).toEqual([true, false, true]);
});

test('a file was last changed by the last commit that touched it; git is asked again after a minute', async () => {
  const clock = createManualClock();
  const { changedAt } = createCheckouts(clock);
  const ask = (file: string) => changedAt({ path: file, directory: repository.directory });
  const timeOf = (revision: string) => Number(repository.git('log', '-1', '--format=%ct', revision)) * 1000;
  const first = timeOf('HEAD');
  expect(await ask('lib/a.ts')).toBe(first);
  expect(await ask('lib/new.ts')).toBeNull();
  expect(await ask('../elsewhere.ts')).toBeNull();
  repository.commit({ message: 'Go on', files: { 'lib/a.ts': 'b' } });
  expect(await ask('lib/a.ts')).toBe(first);
  clock.advance(60_000);
  expect(await ask('lib/a.ts')).toBe(timeOf('HEAD'));
});
