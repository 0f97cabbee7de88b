import { expect, test } from 'vitest';
import type { CommitRecord } from '../../git/read-commits.ts';
import { MAX_IMPORT_BYTES } from '../split-text.ts';
import { commitObservation, isBot, withoutTrailers } from './commit-observation.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const commit: CommitRecord = {
  hash: 'c0ffee',
  authoredAt: 1_700_000_000,
  committedAt: 1_710_000_000,
  authorName: 'Ada',
  authorEmail: 'ada@example.com',
  message: 'fix: the\nsubject\n\nThe body.\n\nSigned-off-by: Ada <ada@example.com>\n',
  paths: ['src/a b.ts'],
};

test('subject and body are the content; who, what and where is metadata; no e-mail address is kept', () => {
  const observation = commitObservation(commit, 'p', NOW);
  expect(observation).toEqual({
    content: 'fix: the subject\n\nThe body.',
    projectId: 'p',
    agentId: 'git',
    kind: 'commit',
    source: 'import',
    createdAt: new Date('2023-11-14T22:13:20.000Z'),
    metadata: {
      paths: ['src/a b.ts'],
      tags: ['git'],
      commit: 'c0ffee',
      author: 'Ada',
    },
  });
  expect(JSON.stringify(observation)).not.toContain('@example.com');
});

test('an empty message gives nothing to remember', () => {
  expect(commitObservation({ ...commit, message: ' \n' }, 'p', NOW)).toBeNull();
});

test('a message of one megabyte keeps its beginning and says what was cut', () => {
  const message = `subject\n\n${'A line of the body.\n\n'.repeat(50_000)}`;
  const observation = commitObservation({ ...commit, message }, 'p', NOW);
  expect(Buffer.byteLength(observation?.content ?? '')).toBeLessThanOrEqual(MAX_IMPORT_BYTES);
  expect(observation?.content.endsWith('A line of the body.')).toBe(true);
  expect(observation?.metadata?.['cut']).toEqual({
    bytes: Buffer.byteLength(message.trim()),
    keptBytes: Buffer.byteLength(observation?.content ?? ''),
  });
});

test.each([
  ['the author date', { authoredAt: 5, committedAt: 9 }, 5_000],
  ['the commit date when the author date is unreadable', { authoredAt: Number.NaN, committedAt: 9 }, 9_000],
  ['the commit date when the author date lies ahead', { authoredAt: NOW, committedAt: 9 }, 9_000],
  ['now when both lie ahead', { authoredAt: NOW, committedAt: NOW }, NOW],
])('the date is %s', (_title, dates, expected) => {
  expect(commitObservation({ ...commit, ...dates }, 'p', NOW)?.createdAt).toEqual(new Date(expected));
});

test('a commit that touches thousands of files keeps 200 paths and the count; a path too long for a key is left out', () => {
  const paths = ['x'.repeat(1_025), ...Array.from({ length: 3_000 }, (_, index) => `vendor/${index}`)];
  const metadata = commitObservation({ ...commit, paths }, 'p', NOW)?.metadata;
  expect(metadata?.paths).toHaveLength(200);
  expect(metadata?.paths?.[0]).toBe('vendor/0');
  expect(metadata?.['pathCount']).toBe(3_001);
});

test('a megabyte of blanks in the subject is read in one pass', () => {
  const message = `a${' '.repeat(1_000_000)}b\nc`;
  expect(commitObservation({ ...commit, message }, 'p', NOW)?.content).toBe('a');
});

test('an author name of any length leaves the commit storable', () => {
  const observation = commitObservation({ ...commit, authorName: 'x'.repeat(300_000) }, 'p', NOW);
  expect(JSON.stringify(observation?.metadata).length).toBeLessThan(10_000);
});

test('people and machine trailers leave the text; a trailer with words stays', () => {
  const message =
    'fix: x\n\nBecause.\n\nFixes: #12\nSigned-off-by: Ada <ada@example.com>\nCo-authored-by: Bo <bo@example.com>\nChange-Id: I1\n';
  expect(withoutTrailers(message)).toBe('fix: x\n\nBecause.\n\nFixes: #12');
});

test('the rule above squashed co-authors goes with them', () => {
  expect(withoutTrailers('s\n\nbody\n\n---------\n\nCo-authored-by: A <a@b>')).toBe('s\n\nbody');
});

test('what a conversion from Mercurial left below a message goes', () => {
  const notes = '--HG--\nbranch : trunk\nrename : a.py => b.py\n';
  expect(withoutTrailers(`Updates on the descriptors.\n${notes}`)).toBe('Updates on the descriptors.');
  expect(withoutTrailers(`s\n\nbody\n\nSigned-off-by: A <a@b>\n\n${notes}`)).toBe('s\n\nbody');
  expect(withoutTrailers('s\n\nThe mark --HG-- stays.')).toBe('s\n\nThe mark --HG-- stays.');
  expect(withoutTrailers(`s\n\n${notes}\nCloses: #12`)).toBe('s\n\nCloses: #12');
});

test('a subject or a paragraph with another line in it is no trailer block', () => {
  expect(withoutTrailers('feat: only a subject')).toBe('feat: only a subject');
  expect(withoutTrailers('s\n\nNote: this\nis prose')).toBe('s\n\nNote: this\nis prose');
});

test('carriage returns are line ends', () => {
  expect(withoutTrailers('s\r\n\r\nbody\r\n\r\nSigned-off-by: A <a@b>\r\n')).toBe('s\n\nbody');
});

test('a continued line goes with its trailer; a megabyte of blanks is read in one pass', () => {
  expect(withoutTrailers('s\n\nFixes: #1\nReviewed-by: B\n  of C\n')).toBe('s\n\nFixes: #1');
  const blanks = ' '.repeat(1_000_000);
  expect(withoutTrailers(`s\n\nReviewed-by: a${blanks}b`)).toBe('s');
});

test('a name of a hundred characters is no trailer', () => {
  expect(withoutTrailers(`s\n\n${'x'.repeat(97)}-by: y`)).toContain('-by: y');
});

test.each([
  ['dependabot[bot]', '49699333+dependabot[bot]@users.noreply.github.com'],
  ['renovate', 'x@example.com'],
  ['Renovate Bot', 'bot@renovateapp.com'],
  ['release-bot', 'x@example.com'],
  ['Somebody', '41898282+github-actions[bot]@users.noreply.github.com'],
  [' Dependabot ', ''],
])('%s <%s> is a bot', (name, email) => expect(isBot(name, email)).toBe(true));

test.each([
  ['Ada Talbot', 'talbot@example.com'],
  ['Abbot', 'abbot@bots.example'],
  ['Bot Fly', 'fly@example.com'],
  ['copilot-swe-agent[bot]', '198982749+Copilot@users.noreply.github.com'],
  ['devin-ai-integration[bot]', '158243242+devin-ai-integration[bot]@users.noreply.github.com'],
  ['Claude', 'noreply@anthropic.com'],
  ['', ''],
])('%s <%s> is an author', (name, email) => expect(isBot(name, email)).toBe(false));
