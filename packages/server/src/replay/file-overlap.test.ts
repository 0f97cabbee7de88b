import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFileOverlap, relevantOf } from './file-overlap.ts';
import type { ReplayCommit } from './replay-commit.ts';

const commitsOf = (fileSets: readonly (readonly string[])[]): ReplayCommit[] =>
  fileSets.map((paths, position) => ({
    position,
    hash: String(position),
    subject: `commit ${position}`,
    paths,
    observation: { content: `commit ${position}` },
  }));

test('a commit that touched the same rare file is relevant; one that shares only the file everybody touches is not', () => {
  const commits = commitsOf([['lock', 'a'], ['lock', 'b'], ['lock', 'c'], ['d'], ['lock', 'a']]);
  const [, , , , last] = commits;
  const overlap = createFileOverlap(commits).before(last!);
  expect(new Set(overlap.keys())).toEqual(new Set([0, 1, 2]));
  expect(overlap.get(0)).toBe(1);
  // lock: ln(1 + 5/4) = 0.811 in 4 of 5 commits; a: ln(1 + 5/2) = 1.253; b: ln(1 + 5/1) = 1.792. 0.811 / 3.855 = 0.210.
  expect(overlap.get(1)).toBeCloseTo(0.21033, 5);
  expect(relevantOf(overlap)).toEqual(new Set([0]));
});

test('the similarity is the weighted Jaccard, and nothing of the commit itself or later is in it', () => {
  const fileSets = fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 5 }), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(fileSets, (sets) => {
      const commits = commitsOf(sets);
      const overlap = createFileOverlap(commits);
      for (const commit of commits) {
        expect([...overlap.before(commit)].toSorted(byPosition)).toEqual(bySets(sets, commit.position));
      }
    }),
  );
});

const byPosition = (a: readonly number[], b: readonly number[]): number => (a[0] ?? 0) - (b[0] ?? 0);

/** The definition, word for word, by comparing every pair of sets. */
function bySets(sets: readonly (readonly string[])[], asked: number): unknown[] {
  const idf = (file: string): number => Math.log(1 + sets.length / sets.filter((set) => set.includes(file)).length);
  const weigh = (files: Iterable<string>): number => [...files].reduce((total, file) => total + idf(file), 0);
  const own = sets[asked] ?? [];
  return sets.slice(0, asked).flatMap((set, position) => {
    const shared = set.filter((file) => own.includes(file));
    const union = weigh(new Set([...set, ...own]));
    return shared.length === 0 ? [] : [[position, expect.closeTo(weigh(shared) / union, 9)]];
  });
}
