import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gitFixture, removeDirectory } from '../../../test/git-fixture.ts';
import { createPlaceFinder } from './place-finder.ts';

let top: string;
let inside: string;
beforeEach(() => {
  const repository = gitFixture();
  repository.git('remote', 'add', 'origin', 'https://example.org/team/api.git');
  top = repository.directory;
  inside = path.join(top, 'packages', 'web');
  mkdirSync(inside, { recursive: true });
});
afterEach(() => removeDirectory(path.dirname(top)));

test('sessions of the project are taken from every directory of it, and no others', async () => {
  const projectOf = createPlaceFinder({ projectId: 'example.org/team/api' });
  expect(await projectOf(inside)).toEqual({ projectId: 'example.org/team/api', root: top });
  expect(await createPlaceFinder({ projectId: 'other' })(inside)).toBeNull();
  expect(await projectOf('/gone/api')).toBeNull();
  expect(await projectOf(null)).toBeNull();
});

test('a named project takes those of the working directory, not those of every project on the disk', async () => {
  const named = { projectId: 'mine', here: 'example.org/team/api' };
  expect(await createPlaceFinder(named)(inside)).toEqual({ projectId: 'mine', root: top });
  expect(await createPlaceFinder({ projectId: 'mine', here: 'local/other' })(inside)).toBeNull();
  expect(await createPlaceFinder({ projectId: 'mine', here: 'local/other', allProjects: true })(inside)).toEqual({
    projectId: 'mine',
    root: top,
  });
});

test('a copy goes to the project that was named, wherever its sessions were held', async () => {
  const projectOf = createPlaceFinder({ projectId: 'mine', here: 'local/x', isCopy: true });
  expect(await projectOf('/home/ann/api')).toEqual({ projectId: 'mine', root: '/home/ann/api' });
  expect(await projectOf('C:\\work\\api')).toEqual({ projectId: 'mine', root: 'C:\\work\\api' });
  expect(await projectOf(inside)).toEqual({ projectId: 'mine', root: top });
  expect(await projectOf(null)).toEqual({ projectId: 'mine', root: null });
});
