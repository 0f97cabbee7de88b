import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@inkling/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { blameLines, createFileHistory, createPorcelainReader } from './file-history.ts';
import { shallowBoundary } from './locate-repository.ts';

let directory: string;
const git = (...args: string[]): string => execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8' }).trim();

/** A line as its history has it. */
const lineOf = (hash: string, text: string, path = 'a.py') => ({
  commit: hash,
  text,
  at: Number(git('log', '-1', '--format=%ct', hash)),
  path,
});

function commit(content: string, subject = 'Count from zero'): string {
  writeFileSync(path.join(directory, 'a.py'), content);
  return record(subject);
}

function record(subject: string): string {
  git('add', '.');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-qm', subject);
  return git('rev-parse', 'HEAD');
}

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'inkling-history-'));
  git('init', '-q');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('each line with the commit that brought it and its time, by an absolute path and by one from the directory of the agent', async () => {
  const first = commit('one\ntwo\n');
  const second = commit('one\nzwei\n');
  const lines = [lineOf(first, 'one'), lineOf(second, 'zwei')];
  const blame = createFileHistory(systemClock);
  expect(await blame({ path: path.join(directory, 'a.py'), directory: null })).toEqual(lines);
  expect(await createFileHistory(systemClock)({ path: 'a.py', directory })).toEqual(lines);
});

test('each line with the name that its file had, from the top of the repository', async () => {
  const first = commit('one\ntwo\nthree\n');
  mkdirSync(path.join(directory, 'sub'));
  git('mv', 'a.py', 'sub/b c.py');
  record('Rename');
  writeFileSync(path.join(directory, 'sub', 'b c.py'), 'one\ntwo\ndrei\n');
  const second = record('Count');
  const lines = [lineOf(first, 'one'), lineOf(first, 'two'), lineOf(second, 'drei', 'sub/b c.py')];
  expect(await createFileHistory(systemClock)({ path: 'sub/b c.py', directory })).toEqual(lines);
});

test('a name that another file has by now is not told', async () => {
  commit('one\ntwo\nthree\n');
  mkdirSync(path.join(directory, 'sub'));
  git('mv', 'a.py', 'sub/a.py');
  record('Rename');
  const inSub = { path: 'sub/a.py', directory };
  expect((await createFileHistory(systemClock)(inSub))?.[0]).toHaveProperty('path', 'a.py');
  writeFileSync(path.join(directory, 'sub', 'a.py'), 'one\ntwo\ndrei\n');
  commit('another\n');
  const names = (await createFileHistory(systemClock)(inSub))?.map((line) => line.path);
  expect(names).toEqual([undefined, undefined, 'sub/a.py']);
});

test('what is not committed yet has no lines of its own', async () => {
  const first = commit('one\n');
  writeFileSync(path.join(directory, 'a.py'), 'one\ntwo\n');
  expect(await createFileHistory(systemClock)({ path: 'a.py', directory })).toEqual([lineOf(first, 'one')]);
});

test.each([
  ['a file that is not there', 'b.py'],
  ['a file that git does not know', 'new.py'],
  ['a directory', '.'],
  ['a path that is none', 'a\0.py'],
  ['an option', '--output=x'],
])('%s has no history', async (_what, named) => {
  commit('one\n');
  writeFileSync(path.join(directory, 'new.py'), 'x\n');
  expect(await createFileHistory(systemClock)({ path: named, directory })).toBeNull();
});

test('a relative path without a directory, and a file outside of any repository, have none', async () => {
  expect(await createFileHistory(systemClock)({ path: 'a.py', directory: null })).toBeNull();
  const outside = mkdtempSync(path.join(tmpdir(), 'inkling-outside-'));
  writeFileSync(path.join(outside, 'a.py'), 'x\n');
  expect(await createFileHistory(systemClock)({ path: 'a.py', directory: outside })).toBeNull();
  rmSync(outside, { recursive: true });
});

test('git is asked once for a file while HEAD stands; the first answer behind a commit is of that commit', async () => {
  commit('one\n');
  const blame = createFileHistory(systemClock);
  const ask = () => blame({ path: 'a.py', directory });
  const isNew = () => blame({ path: 'sub/b.py', directory });
  expect(await ask()).toBe(await ask());
  expect(await isNew()).toBeNull();
  mkdirSync(path.join(directory, 'sub'));
  writeFileSync(path.join(directory, 'sub', 'b.py'), 'new\n');
  const second = commit('zwei\n');
  expect(await ask()).toEqual([lineOf(second, 'zwei')]);
  expect(await isNew()).toEqual([lineOf(second, 'new', 'sub/b.py')]);
});

test('what only formats is passed over where an earlier commit wrote the line', async () => {
  const first = commit("say('one')\nsay('two')\n", 'Greet twice');
  commit('say("one")\nsay("two")\n', 'apply black');
  const last = commit('say("one")\nshout("two")\n', 'Shout the second');
  const lines = [lineOf(first, 'say("one")'), lineOf(last, 'shout("two")')];
  expect(await blameLines(directory, 'HEAD', 'a.py')).toEqual(lines);
});

test('two formattings of one line are passed over', async () => {
  const first = commit("say('one')\n", 'Greet');
  commit('say("one")\n', 'apply black');
  commit('say("one");\n', 'ruff format');
  expect(await blameLines(directory, 'HEAD', 'a.py')).toEqual([lineOf(first, 'say("one");')]);
});

test('formatting stays behind lines that it brought, and what a short subject explains below behind its own', async () => {
  const first = commit('one\n', 'Initial commit');
  const second = commit('one\n\n# two\n', 'formatting');
  const why = 'The client sends each name twice, and the second one is what the user typed. '.repeat(4);
  const third = commit('uno\n\n# two\n', `Cleanup\n\n${why}`);
  expect(first).not.toBe(third);
  expect((await blameLines(directory, 'HEAD', 'a.py'))?.map((line) => line.commit)).toEqual([third, second, second]);
});

test('nobody waits for what stands behind formatting: it is in a later answer, and in one that is read again', async () => {
  const first = commit("say('one')\n", 'Greet');
  const second = commit('say("one")\n', 'apply black');
  let now = 0;
  const blame = createFileHistory({ monotonic: () => now });
  const ask = () => blame({ path: 'a.py', directory });
  expect(await ask()).toEqual([lineOf(second, 'say("one")')]);
  await expect.poll(ask).toEqual([lineOf(first, 'say("one")')]);
  now = 60_000;
  const old = await ask();
  expect(old).toEqual([lineOf(first, 'say("one")')]);
  const readAgain = await ask();
  expect(readAgain).toEqual(old);
  expect(readAgain).not.toBe(old);
  const third = commit('say("one")\nsay("three")\n', 'Greet a third time');
  await expect.poll(ask).toEqual([lineOf(first, 'say("one")'), lineOf(third, 'say("three")')]);
});

test('a commit that was passed over and is gone takes no history away', async () => {
  const first = commit("say('one')\n", 'Greet');
  commit('say("one")\n', 'apply black');
  const blame = createFileHistory(systemClock);
  const ask = () => blame({ path: 'a.py', directory });
  await ask();
  await expect.poll(ask).toEqual([lineOf(first, 'say("one")')]);
  git('reset', '-q', '--hard', first);
  git('reflog', 'expire', '--expire=now', '--all');
  git('gc', '-q', '--prune=now');
  commit('say( "one" )\n', 'prettier');
  await expect.poll(ask).toEqual([lineOf(first, 'say( "one" )')]);
});

test('of a line that is older than a shallow clone nobody knows the commit; the first commit of a whole history is one', async () => {
  commit('one\n');
  const boundary = commit('one\ntwo\n');
  const newest = commit('one\ntwo\nthree\n');
  const clone = mkdtempSync(path.join(tmpdir(), 'inkling-shallow-'));
  git('clone', '-q', '--depth=2', `file://${directory}`, clone);
  const lines = ['one', 'two'].map((text) => ({ commit: '', text }));
  expect(git('-C', clone, 'blame', '-s', 'a.py')).toContain(`^${boundary.slice(0, 7)}`);
  expect(await createFileHistory(systemClock)({ path: 'a.py', directory: clone })).toEqual([
    ...lines,
    lineOf(newest, 'three'),
  ]);
  rmSync(clone, { recursive: true });
});

test.each([
  ['a directory of its work tree, though it has an empty .git', (clone: string) => path.join(clone, 'sub', 'deeper')],
  ['a further work tree', (clone: string) => `${clone}-further`],
  ['a bare repository inside of another work tree', (clone: string) => path.join(clone, 'bare.git')],
])('where a shallow clone ends is known in %s', async (_name, place) => {
  commit('one\n');
  const boundary = commit('one\ntwo\n');
  const clone = path.join(mkdtempSync(path.join(tmpdir(), 'inkling-shallow-')), 'clone');
  git('clone', '-q', '--depth=1', `file://${directory}`, clone);
  mkdirSync(path.join(clone, 'sub', 'deeper', '.git'), { recursive: true });
  git('-C', clone, 'worktree', 'add', '-q', '--detach', `${clone}-further`);
  git('clone', '-q', '--bare', '--depth=1', `file://${directory}`, path.join(clone, 'bare.git'));
  // A bare one has its own end: that of the repository around it is taken away.
  if (place(clone).endsWith('bare.git')) rmSync(path.join(clone, '.git', 'shallow'));
  expect(await shallowBoundary(place(clone))).toEqual(new Set([boundary]));
  expect(await shallowBoundary(directory)).toEqual(new Set());
  rmSync(path.dirname(clone), { recursive: true });
});

test('output is read in pieces of any size', () => {
  const hash = 'a'.repeat(40);
  const output = `${hash} 1 1 2\nauthor Ada\ncommitter-time 1700000000\nfilename a.py\n\tone\n${hash} 2 2\n\t\ttwo\n`;
  for (let size = 1; size <= output.length; size += 7) {
    const reader = createPorcelainReader();
    for (let at = 0; at < output.length; at += size) reader.add(output.slice(at, at + size));
    expect(reader.lines).toEqual([
      { commit: hash, text: 'one', at: 1_700_000_000, path: 'a.py' },
      { commit: hash, text: '\ttwo', at: 1_700_000_000, path: 'a.py' },
    ]);
  }
});
