import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { recalledRow } from '../../../test/session-start-fixtures.ts';
import { createDeadline } from '../../base/deadline.ts';
import { behindGuessedFiles } from './behind-guessed-files.ts';
import type { BlamedLine } from './lines-behind.ts';
import type { Candidate } from '../candidates/read-candidates.ts';

const FILES: Record<string, readonly BlamedLine[]> = {
  'src/markup.ts': [
    { commit: 'a', text: 'export function stripTags(text) {' },
    { commit: 'b', text: '  // keep comments inside of tags' },
    { commit: 'c', text: '  return text;' },
    { commit: 'c', text: '}' },
  ],
  'src/feeds.ts': [
    { commit: 'd', text: 'export const comments = feed.comments;' },
    { commit: 'e', text: 'export const feed = {};' },
  ],
};

async function ask(
  linesOf: ((path: string) => Promise<readonly BlamedLine[] | null>) | undefined,
  found: readonly Candidate[] = [],
  files: readonly string[] = Object.keys(FILES),
) {
  const clock = createManualClock();
  const errors: unknown[] = [];
  const guess = { question: 'comments inside tags are lost', files, found };
  const deadline = createDeadline(clock, 1000);
  const asked = behindGuessedFiles({ clock, onError: (error) => errors.push(error) }, linesOf, guess, deadline);
  return { asked, clock, errors };
}

const said = (commit: string, relevance: number): Candidate => ({
  hit: { id: commit, relevance, score: 1 },
  observation: recalledRow(1, { metadata: { commit } }).observation,
});

const known = (path: string) => Promise.resolve(FILES[path] ?? null);

test('those whose lines say most of what is asked lead, each with its file and the line that says it', async () => {
  const { asked } = await ask(known);
  expect((await asked).commits.map(({ commit, path, line }) => [commit, path, line])).toEqual([
    ['b', 'src/markup.ts', 2],
    ['a', 'src/markup.ts', 1],
    ['c', 'src/markup.ts', undefined],
    ['d', 'src/feeds.ts', 1],
    ['e', 'src/feeds.ts', undefined],
  ]);
});

test('of lines that say as much the newest count most', async () => {
  const lines = ['old', 'new'].map((commit, at) => ({ commit, text: 'keep comments inside tags', at }));
  const { asked } = await ask(() => Promise.resolve(lines), [], ['src/markup.ts']);
  expect((await asked).commits.map(({ commit }) => commit)).toEqual(['new', 'old']);
});

test('files that are gone are passed over, three that are there are read', async () => {
  const read: string[] = [];
  const files = ['gone.ts', 'src/markup.ts', 'moved.ts', 'src/feeds.ts', 'lib/markup.ts', 'lib/feeds.ts'];
  const { asked } = await ask(
    (path) => {
      read.push(path);
      return known(path.replace('lib/', 'src/'));
    },
    [],
    files,
  );
  expect((await asked).files).toEqual(['src/markup.ts', 'src/feeds.ts', 'lib/markup.ts']);
  expect(read).toEqual(files.slice(0, 5));
});

test('one that the words found too is worth more', async () => {
  const { asked } = await ask(known, [said('d', 0.9)]);
  expect((await asked).commits[0]).toMatchObject({ commit: 'd', worth: 1 });
});

test('without a reader, without history and when reading fails words decide', async () => {
  const words = { commits: [], files: Object.keys(FILES) };
  expect(await (await ask(undefined)).asked).toEqual(words);
  expect(await (await ask(() => Promise.resolve(null))).asked).toEqual(words);
  const broken = await ask(() => Promise.reject(new Error('no git')));
  expect(await broken.asked).toEqual(words);
  expect(broken.errors).toEqual([new Error('no git')]);
});

test('three tenths of the time are waited for git, and what is there by then counts', async () => {
  const { asked, clock } = await ask((path) =>
    path === 'src/markup.ts' ? Promise.resolve(FILES[path]!) : new Promise(() => undefined),
  );
  await new Promise(setImmediate);
  clock.advance(300);
  expect((await asked).commits.map(({ commit }) => commit)).toEqual(['b', 'a', 'c']);
});
