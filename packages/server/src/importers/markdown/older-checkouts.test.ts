import { systemClock } from '@inkling/engine';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeMemory, type FakeMemory } from '../../../test/fake-memory.ts';
import { gitFixture, removeDirectory, temporaryDirectory, type GitFixture } from '../../../test/git-fixture.ts';
import { importMarkdown, type MarkdownImportReport } from './import-markdown.ts';

const GUIDE = 'docs/guide.md';
const OLD = '# G\n\n## Cache\n\nOne minute.\n\n## Pool\n\nTen.\n';
const NEW = '# G\n\n## Cache\n\nOne hour.\n\n## Queue\n\nFive tries.\n\n## Pool\n\nTen.\n';
const AS_NEW = ['G › Cache\n\nOne hour.', 'G › Pool\n\nTen.', 'G › Queue\n\nFive tries.'];

let home: string;
let newer: GitFixture;
/** A work tree of the same repository that stays where it was. */
let older: string;
let memory: FakeMemory;

beforeEach(() => {
  home = temporaryDirectory();
  newer = gitFixture(path.join(home, 'repo'));
  memory = fakeMemory();
  newer.commit({ message: 'base', files: { [GUIDE]: OLD } });
  older = path.join(home, 'older');
  newer.git('worktree', 'add', '--quiet', '-b', 'side', older);
});
afterEach(() => removeDirectory(home));

const importFrom = (root: string): Promise<MarkdownImportReport> =>
  importMarkdown(memory, { root, sources: ['.'], projectId: 'p', clock: systemClock });
const inOlder = (...args: string[]): string => newer.git('-C', older, ...args);
const writeOlder = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(older, file)), { recursive: true });
  writeFileSync(path.join(older, file), text);
};
const row = (text: string) => memory.rows.find(({ content }) => content.endsWith(text))!;
const valid = (): string[] =>
  memory.rows
    .filter(({ supersededBy, validTo }) => supersededBy === null && validTo === null)
    .map(({ content }) => content)
    .toSorted();

test('a checkout whose last commit of a file is older changes nothing of what is remembered of it', async () => {
  newer.commit({ message: 'queue', files: { [GUIDE]: NEW } });
  await importFrom(newer.directory);
  row('Five tries.').pinned = true;
  const before = structuredClone(memory.rows);
  const nothing = { imported: 0, unchanged: 0, superseded: 0, removed: 0, outdated: 0 };
  expect(await importFrom(older)).toMatchObject({ files: 1, older: 1, ...nothing });
  expect(memory.rows).toEqual(before);
  expect(await importFrom(newer.directory)).toMatchObject({ older: 0, ...nothing, unchanged: 3 });
});

test('what the older checkout changes counts: not committed as of now, and committed as of its commit', async () => {
  newer.commit({ message: 'queue', files: { [GUIDE]: NEW } });
  await importFrom(newer.directory);
  writeOlder(GUIDE, OLD.replace('Ten.', 'Twenty.'));
  expect(await importFrom(older)).toMatchObject({ older: 0, imported: 2, superseded: 2, removed: 1 });
  inOlder('commit', '-q', '-a', '-m', 'twenty');
  expect(await importFrom(older)).toMatchObject({ older: 0, unchanged: 2 });
  expect(await importFrom(newer.directory)).toMatchObject({ older: 1, imported: 0 });
  expect(valid()).toEqual(['G › Cache\n\nOne minute.', 'G › Pool\n\nTwenty.']);
});

test('a change that is taken back before it is committed is taken back in memory', async () => {
  await importFrom(older);
  writeOlder(GUIDE, NEW);
  await importFrom(older);
  expect(valid()).toEqual(AS_NEW);
  inOlder('checkout', '-q', '.');
  expect(await importFrom(older)).toMatchObject({ older: 0 });
  expect(valid()).toEqual(['G › Cache\n\nOne minute.', 'G › Pool\n\nTen.']);
});

test('when a merge joined the texts of both, the later of them is older too', async () => {
  newer.commit({ message: 'queue', files: { [GUIDE]: `# G\n\n## Queue\n\nFive tries.\n\n${OLD.slice(5)}` } });
  newer.git('checkout', '-q', '-b', 'disk', 'side');
  newer.commit({ message: 'disk', files: { [GUIDE]: `${OLD}\n## Disk\n\nFull.\n` } });
  newer.git('checkout', '-q', 'main');
  newer.git('merge', '--quiet', '--no-edit', 'disk');
  expect(await importFrom(newer.directory)).toMatchObject({ imported: 4 });
  inOlder('checkout', '-q', 'disk');
  expect(await importFrom(older)).toMatchObject({ older: 1, removed: 0 });
});

test('a file that the older checkout has not got yet is not gone; one that it deleted later is', async () => {
  newer.commit({ message: 'new', files: { 'docs/new.md': 'New.' } });
  await importFrom(newer.directory);
  expect(await importFrom(older)).toMatchObject({ older: 1, removed: 0, unchanged: 2 });
  inOlder('merge', '--quiet', 'main');
  rmSync(path.join(older, 'docs/new.md'));
  expect(await importFrom(older)).toMatchObject({ older: 0, removed: 1 });
  inOlder('checkout', '-q', '.');
  expect(await importFrom(older)).toMatchObject({ imported: 1 });
  inOlder('rm', '-q', 'docs/new.md');
  inOlder('commit', '-q', '-m', 'rm');
  expect(await importFrom(older)).toMatchObject({ older: 0, removed: 1 });
});

test('a text that the older file shares with another file stays in both', async () => {
  newer.commit({ message: 'both', files: { [GUIDE]: 'Shared.\n\n# Cache\n\nOne hour.\n' } });
  await importFrom(newer.directory);
  writeOlder('docs/z.md', 'Shared.\n');
  expect(await importFrom(older)).toMatchObject({ older: 1, unchanged: 1, imported: 0 });
  expect(row('Shared.').metadata).toMatchObject({ file: GUIDE, paths: ['docs/z.md', GUIDE] });
});

test('files outside of git are replaced by whoever imports last', async () => {
  for (const [name, text] of [
    ['a', NEW],
    ['b', OLD],
  ] as const) {
    const root = path.join(home, name);
    mkdirSync(path.join(root, 'docs'), { recursive: true });
    writeFileSync(path.join(root, GUIDE), text);
    expect(await importFrom(root)).toMatchObject({ older: 0 });
  }
  expect(valid()).toEqual(['G › Cache\n\nOne minute.', 'G › Pool\n\nTen.']);
});

test.each([
  ['pinned', { pinned: true }],
  ['rated', { weight: 1.2 }],
])('a %s section that is gone is outdated, not deleted, and valid again when it returns', async (_what, valued) => {
  newer.write(GUIDE, NEW);
  await importFrom(newer.directory);
  const { id } = Object.assign(row('Five tries.'), valued);
  newer.write(GUIDE, OLD);
  expect(await importFrom(newer.directory)).toMatchObject({ outdated: 1, removed: 0, superseded: 1 });
  expect(valid()).not.toContain('G › Queue\n\nFive tries.');
  expect(await importFrom(newer.directory)).toMatchObject({ outdated: 0, unchanged: 2 });
  newer.write(GUIDE, NEW);
  await importFrom(newer.directory);
  expect(valid()).toEqual(AS_NEW);
  expect(row('Five tries.')).toMatchObject({ id, ...valued });
});

test('a pinned section that was changed, and changed back, is the same one', async () => {
  await importFrom(newer.directory);
  const { id } = Object.assign(row('One minute.'), { pinned: true, weight: 1.2 });
  newer.write(GUIDE, NEW);
  await importFrom(newer.directory);
  newer.write(GUIDE, OLD);
  await importFrom(newer.directory);
  expect(row('One minute.')).toMatchObject({ id, pinned: true, weight: 1.2, supersededBy: null });
  newer.write(GUIDE, NEW);
  await importFrom(newer.directory);
  // Its successor has another place now.
  newer.write(GUIDE, `${OLD}\n## Cache\n\nOne hour.\n`);
  await importFrom(newer.directory);
  expect(row('One minute.')).toMatchObject({ pinned: true, supersededBy: null });
});
