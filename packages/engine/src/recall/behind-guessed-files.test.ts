import { expect, test } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import { recalledRow } from '../../test/session-start-fixtures.ts';
import { createDeadline } from '../base/deadline.ts';
import { behindGuessedFiles } from './behind-guessed-files.ts';
import type { BlamedLine } from './lines-behind.ts';
import type { Candidate } from './read-candidates.ts';

const FILES: Record<string, readonly BlamedLine[]> = {
  'src/tags.ts': [
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
) {
  const clock = createManualClock();
  const errors: unknown[] = [];
  const guess = { question: 'comments inside tags are lost', files: Object.keys(FILES), found };
  const deadline = createDeadline(clock, 1000);
  const asked = behindGuessedFiles({ clock, onError: (error) => errors.push(error) }, linesOf, guess, deadline);
  return { asked, clock, errors };
}

const said = (commit: string, relevance: number): Candidate => ({
  hit: { id: commit, relevance, score: 1 },
  observation: recalledRow(1, { metadata: { commit } }).observation,
});

test('those whose lines say most of what is asked lead, each with its file; others are not named', async () => {
  const { asked } = await ask((path) => Promise.resolve(FILES[path] ?? null));
  expect((await asked).map(({ commit, path }) => [commit, path])).toEqual([
    ['b', 'src/tags.ts'],
    ['a', 'src/tags.ts'],
    ['d', 'src/feeds.ts'],
  ]);
});

test('one that the words found too is worth more', async () => {
  const { asked } = await ask((path) => Promise.resolve(FILES[path] ?? null), [said('d', 0.9)]);
  expect((await asked)[0]).toMatchObject({ commit: 'd', worth: 1 });
});

test('without a reader, without history and when reading fails words decide', async () => {
  expect(await (await ask(undefined)).asked).toEqual([]);
  expect(await (await ask(() => Promise.resolve(null))).asked).toEqual([]);
  const broken = await ask(() => Promise.reject(new Error('no git')));
  expect(await broken.asked).toEqual([]);
  expect(broken.errors).toEqual([new Error('no git')]);
});

test('three tenths of the time are waited for git, and what is there by then counts', async () => {
  const { asked, clock } = await ask((path) =>
    path === 'src/tags.ts' ? Promise.resolve(FILES[path]!) : new Promise(() => undefined),
  );
  await new Promise(setImmediate);
  clock.advance(300);
  expect((await asked).map(({ commit }) => commit)).toEqual(['b', 'a']);
});
