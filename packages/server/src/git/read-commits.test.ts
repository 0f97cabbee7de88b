import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commitsOf, type CommitRecord } from './read-commits.ts';

/** What git writes for these commits, token by token (an independent writer of the format). */
function tokensOf(commits: readonly CommitRecord[]): string[] {
  return commits.flatMap((commit) => [
    '',
    commit.hash,
    String(commit.authoredAt),
    String(commit.committedAt),
    commit.authorName,
    commit.authorEmail,
    commit.message,
    ...commit.paths.map((path, index) => (index === 0 ? `\n${path}` : path)),
  ]);
}

/** Reads the tokens in batches of a size, as they come from git in chunks. */
async function parse(tokens: readonly string[], size = tokens.length): Promise<CommitRecord[]> {
  async function* batches(): AsyncGenerator<readonly string[]> {
    for (let from = 0; from < tokens.length; from += size) yield tokens.slice(from, from + size);
  }
  const commits: CommitRecord[] = [];
  for await (const commit of commitsOf(batches())) commits.push(commit);
  return commits;
}

const text = fc.string({ unit: 'binary-ascii', maxLength: 12 }).map((value) => value.replaceAll('\0', ''));
const commit = fc.record({
  hash: fc.stringMatching(/^[0-9a-f]{40}$/),
  authoredAt: fc.integer(),
  committedAt: fc.integer(),
  authorName: text,
  authorEmail: text,
  message: text,
  paths: fc.array(
    text.filter((path) => path !== ''),
    { maxLength: 4 },
  ),
});

test('reads back every commit that was written, whatever its names, message and paths hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commit, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), async (commits, size) => {
      expect(await parse(tokensOf(commits), size)).toEqual(commits);
    }),
  );
});

test('a file called like a hash is a path, not the next commit', async () => {
  const hash = 'a'.repeat(40);
  const [first, second] = await parse([
    '',
    hash,
    '1',
    '2',
    'n',
    'e',
    'm\n',
    `\n${'b'.repeat(40)}`,
    '',
    hash,
    '3',
    '4',
    '',
    '',
    '',
  ]);
  expect(first?.paths).toEqual(['b'.repeat(40)]);
  expect(second).toMatchObject({ authoredAt: 3, authorName: '', message: '', paths: [] });
});

test('an unreadable date is NaN', async () => {
  expect((await parse(['', 'h', '', 'x', 'n', 'e', 'm']))[0]).toMatchObject({
    authoredAt: Number.NaN,
    committedAt: Number.NaN,
  });
});
