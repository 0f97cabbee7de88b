import path from 'node:path';
import { systemClock } from '@inkling/engine';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitFixture, type GitFixture, removeDirectory, temporaryDirectory } from '../../test/git-fixture.ts';
import { locateRepository } from '../git/locate-repository.ts';
import { MAX_TOUCHED_FILES, observationIdAt, positionOf, readHistory, type ReplayHistory } from './read-history.ts';

describe('read history', () => {
  let home: string;

  beforeAll(() => {
    home = temporaryDirectory();
  });
  afterAll(() => removeDirectory(home));

  async function read(fixture: GitFixture, maxCommits: number = 100): Promise<ReplayHistory> {
    const repository = await locateRepository(fixture.directory);
    return readHistory(repository, { projectId: 'p', maxCommits, nowMs: systemClock.now() });
  }

  const subjects = ({ commits }: ReplayHistory): string[] => commits.map(({ subject }) => subject);

  test('oldest first; bots, empty and repeated messages are left out and counted; only the newest so many are read', async () => {
    const fixture = gitFixture(path.join(home, 'plain'));
    fixture.commit({ message: 'first', files: { a: '1' } });
    fixture.commit({ message: 'Bump b', files: { b: '1' }, author: 'renovate[bot]' });
    fixture.commit({ message: '', files: { c: '1' } });
    fixture.commit({
      message: 'a subject\non two lines\n\nand a body\n\nSigned-off-by: A <a@b.c>',
      files: { 'ü ä': '1', a: '2' },
    });
    fixture.commit({ message: 'first', files: { d: '1' } });
    const history = await read(fixture);
    expect(history).toMatchObject({ read: 5, bots: 1, empty: 1, repeated: 1 });
    expect(subjects(history)).toEqual(['first', 'a subject on two lines']);
    expect(history.commits.map(({ position }) => position)).toEqual([0, 1]);
    expect(history.commits[1]).toMatchObject({
      paths: ['a', 'ü ä'],
      observation: {
        content: 'a subject on two lines\n\nand a body',
        kind: 'commit',
        metadata: { paths: ['a', 'ü ä'] },
      },
    });
    expect(subjects(await read(fixture, 2))).toEqual(['a subject on two lines', 'first']);
  });

  test('the commits at which a shallow clone ends are left out, as an import leaves them out', async () => {
    const fixture = gitFixture(path.join(home, 'whole'));
    for (const message of ['one', 'two', 'three']) fixture.commit({ message, files: { [message]: '1' } });
    const directory = path.join(home, 'shallow');
    fixture.git('clone', '--quiet', '--depth=2', `file://${fixture.directory}`, directory);
    expect(subjects(await read({ ...fixture, directory }))).toEqual(['three']);
  });

  test('a commit never comes before its ancestor, whatever their dates say, and a merge never comes', async () => {
    const fixture = gitFixture(path.join(home, 'skewed'));
    fixture.commit({ message: 'root', files: { root: '1' }, at: 1_600_000_000 });
    // Made on a machine whose clock was years ahead; both of its children are older by date.
    fixture.commit({ message: 'parent', files: { parent: '1' }, at: 1_690_000_000 });
    fixture.git('checkout', '--quiet', '-b', 'side');
    fixture.commit({ message: 'on the side', files: { side: '1' }, at: 1_610_000_000 });
    fixture.git('checkout', '--quiet', 'main');
    fixture.commit({ message: 'on main', files: { main: '1' }, at: 1_620_000_000 });
    fixture.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'side');
    expect(subjects(await read(fixture))).toEqual(['root', 'parent', 'on the side', 'on main']);
  });

  test('the newest so many are as many, whatever the dates of a branch say', async () => {
    const fixture = gitFixture(path.join(home, 'cut'));
    fixture.commit({ message: 'root', files: { root: '1' }, at: 1_600_000_000 });
    fixture.git('checkout', '--quiet', '-b', 'side');
    fixture.commit({ message: 'side 1', files: { side: '1' }, at: 1_660_000_000 });
    // The tip of the branch is the oldest by its date, so that a walk by dates comes to the branch last.
    fixture.commit({ message: 'side 2', files: { side: '2' }, at: 1_500_000_000 });
    fixture.git('checkout', '--quiet', 'main');
    fixture.commit({ message: 'main 1', files: { main: '1' }, at: 1_610_000_000 });
    fixture.commit({ message: 'main 2', files: { main: '2' }, at: 1_620_000_000 });
    fixture.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'side');
    const whole = subjects(await read(fixture));
    expect(whole).toHaveLength(5);
    for (const count of [1, 2, 3, 4]) expect(subjects(await read(fixture, count))).toEqual(whole.slice(-count));
  });

  test('a commit that touches very many files stays in memory, and touches none as far as right and wrong go', async () => {
    const fixture = gitFixture(path.join(home, 'large'));
    const files = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_value, index) => [`f${index}`, String(count)]));
    fixture.commit({ message: 'most', files: files(MAX_TOUCHED_FILES) });
    fixture.commit({ message: 'more', files: files(MAX_TOUCHED_FILES + 1) });
    const { commits } = await read(fixture);
    expect(commits.map(({ paths }) => paths.length)).toEqual([MAX_TOUCHED_FILES, 0]);
  });

  test('a repository without commits has no history', async () => {
    expect(await read(gitFixture(path.join(home, 'empty')))).toMatchObject({ commits: [], read: 0 });
  });
});

test('an id is a UUIDv7 of its date, sorts by it, and gives its position back', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 9), fc.nat(2 ** 42), fc.nat(2 ** 42), (position, one, other) => {
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
      const id = observationIdAt(position, earlier);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(id < observationIdAt(position + 1, later)).toBe(true);
      expect(positionOf(id)).toBe(position);
    }),
  );
});
