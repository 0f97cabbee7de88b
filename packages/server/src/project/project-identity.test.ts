import path from 'node:path';
import { appendFileSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gitFixture, removeDirectory, temporaryDirectory } from '../../test/git-fixture.ts';
import { findRepositoryPlace } from '../git/locate-repository.ts';
import { normaliseRemoteUrl, pathsFromTop, projectIdentity } from './project-identity.ts';

let home: string;

beforeEach(() => {
  home = temporaryDirectory();
});
afterEach(() => {
  vi.unstubAllEnvs();
  removeDirectory(home);
});

test('a repository with an origin is named by it, in every subdirectory, work tree and bare clone', async () => {
  const repository = gitFixture(path.join(home, 'anything'));
  repository.commit({ message: 'one', files: { 'src/deep/a.ts': '1' } });
  repository.git('remote', 'add', 'origin', 'https://user:token@github.com/Owner/App.git');
  repository.git('worktree', 'add', '-q', path.join(home, 'tree'));
  repository.git('clone', '-q', '--bare', '.', path.join(home, 'bare'));
  repository.git('-C', path.join(home, 'bare'), 'remote', 'set-url', 'origin', 'git@github.com:owner/app.git');
  for (const place of ['anything', 'anything/src/deep', 'tree/src', 'bare', 'anything/.git']) {
    expect(await projectIdentity(path.join(home, place))).toBe('github.com/owner/app');
  }
});

test('a repository without an origin is named by its place, the same in every work tree', async () => {
  const repository = gitFixture(path.join(home, 'app'));
  repository.commit({ message: 'one', files: { 'src/a.ts': '1' } });
  repository.git('worktree', 'add', '-q', path.join(home, 'tree'));
  const identity = await projectIdentity(repository.directory);
  expect(identity).toMatch(/^local\/app-[0-9a-f]{12}$/);
  expect(await projectIdentity(path.join(home, 'tree', 'src'))).toBe(identity);
});

test('two directories of one name outside git are two projects', async () => {
  const places = ['x/app', 'y/app'].map((place) => path.join(home, place));
  for (const place of places) mkdirSync(place, { recursive: true });
  const [first, second] = await Promise.all(places.map((place) => projectIdentity(place)));
  expect(first).toMatch(/^local\/app-[0-9a-f]{12}$/);
  expect(second).toMatch(/^local\/app-/);
  expect(second).not.toBe(first);
});

test('a directory that is reached by a link is the same project', async () => {
  const repository = gitFixture(path.join(home, 'app'));
  repository.commit({ message: 'one', files: { 'src/a.ts': '1' } });
  mkdirSync(path.join(home, 'plain'));
  for (const name of ['app', 'plain']) {
    symlinkSync(path.join(home, name), path.join(home, `${name}-link`));
    const identity = await projectIdentity(path.join(home, name));
    expect(identity).toMatch(new RegExp(`^local/${name}-[0-9a-f]{12}$`));
    expect(await projectIdentity(path.join(home, `${name}-link`))).toBe(identity);
  }
  expect(await projectIdentity(path.join(home, 'app-link', 'src'))).toBe(await projectIdentity(repository.directory));
});

test('what keeps git from reading a repository is told in its words, and whom to trust by its top', async () => {
  const { directory } = gitFixture(path.join(home, 'app'));
  const inside = path.join(directory, 'src');
  mkdirSync(inside);
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  await expect(projectIdentity(inside)).rejects.toMatchObject({
    code: 'import-source-invalid',
    message: expect.stringContaining('dubious ownership'),
    hint: expect.stringMatching(/safe\.directory \S+\/app$/u),
  });
  vi.unstubAllEnvs();
  appendFileSync(path.join(directory, '.git', 'config'), '[bad\n');
  await expect(projectIdentity(inside)).rejects.toMatchObject({
    code: 'import-source-invalid',
    message: expect.stringContaining('bad config line'),
  });
});

test('a work tree whose repository was moved is one that git does not read, not none', async () => {
  const repository = gitFixture(path.join(home, 'app'));
  repository.commit({ message: 'one', files: { 'src/a.ts': '1' } });
  repository.git('worktree', 'add', '-q', path.join(home, 'tree'));
  renameSync(path.join(home, 'app'), path.join(home, 'moved'));
  await expect(projectIdentity(path.join(home, 'tree'))).rejects.toMatchObject({
    code: 'import-source-invalid',
    message: expect.stringContaining('not a git repository: '),
  });
});

test('a git program that is missing is told of where there is a repository', async () => {
  gitFixture(path.join(home, 'app'));
  vi.stubEnv('PATH', '/nowhere');
  const told: unknown[] = [];
  const ask = (directory: string) => projectIdentity(directory, findRepositoryPlace, (error) => told.push(error));
  expect(await ask(home)).toMatch(/^local\//u);
  expect(told).toEqual([]);
  expect(await ask(path.join(home, 'app'))).toMatch(/^local\/app-/u);
  expect(told).toMatchObject([{ code: 'dependency-missing' }]);
});

test('a line feed in the name of a directory is none in the name of its project', async () => {
  gitFixture(path.join(home, 'a\nb'));
  mkdirSync(path.join(home, 'c\td'));
  expect(await projectIdentity(path.join(home, 'a\nb'))).toMatch(/^local\/a b-[0-9a-f]{12}$/);
  expect(await projectIdentity(path.join(home, 'c\td'))).toMatch(/^local\/c d-[0-9a-f]{12}$/);
});

test('an origin that is a directory on this disk names nothing', async () => {
  const repository = gitFixture(path.join(home, 'app'));
  repository.git('remote', 'add', 'origin', path.join(home, 'elsewhere.git'));
  expect(await projectIdentity(repository.directory)).toMatch(/^local\/app-/);
});

test.each([
  'git@github.com:Owner/Repo.git',
  'https://github.com/owner/repo',
  'https://user:secret@github.com/owner/repo.git',
  'https://github.com/owner/repo.git/',
  'ssh://git@github.com:22/owner/repo.git',
  'ssh://git@github.com/owner/repo',
  'git+ssh://git@github.com/owner/repo.git',
  'git://github.com/owner/repo.git',
  'HTTPS://GitHub.com//owner/repo',
  ' git@github.com:/owner/repo \n',
])('%s is github.com/owner/repo', (remote) => expect(normaliseRemoteUrl(remote)).toBe('github.com/owner/repo'));

test.each([
  ['https://git.example.com:8443/Team/Sub/App.git', 'git.example.com:8443/Team/Sub/App'],
  ['ssh://git@git.example.com:2222/Team/App.git', 'git.example.com/Team/App'],
  ['git@git.example.com:~me/app', 'git.example.com/~me/app'],
  ['ssh://git@ssh.github.com:443/Ada/App.git', 'github.com/ada/app'],
  ['ssh://git@altssh.gitlab.com:443/ada/app.git', 'gitlab.com/ada/app'],
  ['git@ssh.dev.azure.com:v3/org/Our%20project/Repo', 'dev.azure.com/org/Our%20project/_git/Repo'],
  ['https://git.example.com:8443/scm/PROJ/app.git', 'git.example.com/proj/app'],
  ['https://ada@git.example.com/scm/~Ada/app.git/', 'git.example.com/~ada/app'],
  ['ssh://git@git.example.com:7999/Proj/app.git', 'git.example.com/proj/app'],
  ['https://git.example.com/scm/repo/Team/App', 'git.example.com/scm/repo/Team/App'],
  ['https://gitlab.com/scm/foo/bar.git', 'gitlab.com/scm/foo/bar'],
  ['https://gitlab.example.com/scm/Foo/bar.git', 'gitlab.example.com/scm/Foo/bar'],
  ['ssh://git@GitLab.example.com:7999/Foo/bar.git', 'gitlab.example.com/Foo/bar'],
  ['[git@git.example.com:2222]:Team/App.git', 'git.example.com/Team/App'],
  ['[git@git.example.com:7999]:/PROJ/app.git', 'git.example.com/proj/app'],
  ['[git.example.com]:~me/app', 'git.example.com/~me/app'],
  ['https://org@dev.azure.com/org/Our%20project/_git/Repo', 'dev.azure.com/org/Our%20project/_git/Repo'],
])('%s is %s', (remote, expected) => expect(normaliseRemoteUrl(remote)).toBe(expected));

test.each([
  '/srv/git/app.git',
  './app',
  '../app',
  'file:///srv/app.git',
  'C:\\git\\app',
  'C:/git/app',
  '',
  'https://',
  'https://github.com/',
  'nonsense',
])('%j names no host', (remote) => expect(normaliseRemoteUrl(remote)).toBeNull());

test('a file is told from the top of the project, however it is named in a sub-directory', async () => {
  const repository = gitFixture(path.join(home, 'app'));
  repository.commit({ message: 'one', files: { 'source/core/timed-out.ts': '1', 'docs/api.md': '1' } });
  const directory = path.join(repository.directory, 'source', 'core');
  const named = ['timed-out.ts', path.join(directory, 'timed-out.ts'), './new.ts', '../index.ts'];
  expect(await pathsFromTop([...named, 'docs/api.md', '/etc/hosts'], directory)).toEqual([
    ...['source/core/timed-out.ts', 'source/core/timed-out.ts', 'source/core/new.ts', 'source/index.ts'],
    ...['docs/api.md', '/etc/hosts'],
  ]);
  const plain = path.join(home, 'plain');
  mkdirSync(plain);
  expect(await pathsFromTop(['a.ts', path.join(plain, 'b.ts')], plain)).toEqual(['a.ts', 'b.ts']);
});
