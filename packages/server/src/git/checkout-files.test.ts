import { writeFileSync } from 'node:fs';
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

test('a file and a directory are there or gone', async () => {
  const names = ['lib/a.ts', './lib/a.ts', 'lib', 'lib/b.ts', 'lib/a.ts/b', 'other/b.md'];
  expect(await answers(names)).toEqual([true, true, true, false, false, false]);
});

test('what is named from a directory of the repository is there; of what is outside of it, and of patterns, nobody can tell', async () => {
  repository.commit({ message: 'Go on', files: { 'packages/web/src/c.ts': 'c' } });
  expect(await answers(['src/c.ts', 'web/src'])).toEqual([true, true]);
  // As an absolute path is stored, and one that led out of the checkout.
  const absolute = path.join(repository.directory, 'lib/a.ts').slice(1);
  writeFileSync(path.join(directory, 'beside.ts'), '');
  expect(await answers([absolute, 'beside.ts', 'lib/*.js', '../app/lib/a.ts', '/etc/passwd', 'a\0b'])).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(await createCheckouts(createManualClock()).hasFile({ path: 'lib/a.ts', directory: null })).toBeNull();
  expect(await createCheckouts(createManualClock()).hasFile({ path: 'lib/a.ts', directory })).toBeNull();
});

test('what a sparse checkout leaves out is there, its directories too', async () => {
  repository.git('sparse-checkout', 'set', '--no-cone', '/lib/');
  expect(await answers(['docs/b.md', 'docs', 'docs/c.md', 'lib/a.ts'])).toEqual([true, true, false, true]);
});

test('a file was last changed by the last commit that touched it, one that was made just now too', async () => {
  const { changedAt } = createCheckouts(createManualClock());
  const ask = (file: string) => changedAt({ path: file, directory: repository.directory });
  const timeOf = (revision: string) => Number(repository.git('log', '-1', '--format=%ct', revision)) * 1000;
  const first = timeOf('HEAD');
  expect(await ask('lib/a.ts')).toBe(first);
  expect(await ask('lib/new.ts')).toBeNull();
  expect(await ask('lib')).toBeNull();
  expect(await ask('../elsewhere.ts')).toBeNull();
  repository.commit({ message: 'Go on', files: { 'lib/a.ts': 'b' } });
  expect(timeOf('HEAD')).toBeGreaterThan(first);
  expect(await ask('lib/a.ts')).toBe(timeOf('HEAD'));
});

test('what the index holds is looked at again when HEAD has moved', async () => {
  const { hasFile } = createCheckouts(createManualClock());
  const ask = () => hasFile({ path: 'docs/new.md', directory: repository.directory });
  expect(await ask()).toBe(false);
  repository.commit({ message: 'Go on', files: { 'docs/new.md': 'n' } });
  repository.git('sparse-checkout', 'set', '--no-cone', '/lib/');
  expect(await ask()).toBe(true);
});

test('of what is older than a shallow clone nobody can tell when it changed', async () => {
  repository.commit({ message: 'Go on', files: { 'lib/new.ts': 'n' } });
  const clone = path.join(directory, 'shallow');
  repository.git('clone', '--quiet', '--depth', '1', `file://${repository.directory}`, clone);
  const { changedAt, hasFile } = createCheckouts(createManualClock());
  expect(await changedAt({ path: 'lib/a.ts', directory: clone })).toBeNull();
  expect(await hasFile({ path: 'lib/b.ts', directory: clone })).toBe(false);
});
