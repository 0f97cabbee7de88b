import { describe, expect, test } from 'vitest';
import { findCommits, namedByWorth, namedFirst, statedByWords } from './find-commits.ts';

const signal = new AbortController().signal;
const source = (ids: Record<string, string>) => ({ idsOfCommits: () => Promise.resolve(new Map(Object.entries(ids))) });
const scope = { orgId: 'o', projectId: 'p' };
const named = (...commits: string[]) => commits.map((commit) => ({ commit, worth: 0.7 }));

describe('the memories of commits', () => {
  test('in the order of the request; those that are not remembered have none', async () => {
    const found = await findCommits(source({ b: '2', a: '1' }), scope, named('a', 'x', 'b'), signal);
    expect(found.map(({ id, relevance, sharedInformation }) => [id, relevance, sharedInformation])).toEqual([
      ['1', 0.7, 0],
      ['2', 0.7, 0],
    ]);
  });

  test('nothing is asked without commits, or without a source', async () => {
    const never = { idsOfCommits: () => Promise.reject(new Error('asked')) };
    expect(await findCommits(never, scope, named(), signal)).toEqual([]);
    expect(await findCommits(undefined, scope, named('a'), signal)).toEqual([]);
  });
});

const hit = (id: string, relevance: number, score: number) => ({ id, relevance, score });

describe('named among found', () => {
  test('each by its share of the best score, and by the better of what speaks for it', () => {
    const found = [hit('a', 0.9, 8), hit('b', 0.8, 3), hit('d', 0.3, 2)];
    const merged = namedByWorth([hit('b', 0.5, 1), hit('c', 0.1, 0.5)], found);
    expect(merged).toEqual([hit('a', 0.9, 8), hit('b', 0.8, 4), hit('d', 0.3, 2), hit('c', 0.1, 0.8)]);
  });
});

describe('named before found', () => {
  test('named ones lead in their order, and each stands once', () => {
    const merged = namedFirst([hit('b', 0.5, 1), hit('c', 0.5, 0.5)], [hit('a', 0.9, 8), hit('b', 0.8, 3)]);
    expect(merged.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(merged.map(({ score }) => score)).toEqual([9, 8.5, 8]);
    expect(merged[0]?.relevance).toBe(0.8);
  });

  test('without any, what was found stays as it is', () => {
    const found = [hit('a', 0.9, 8)];
    expect(namedFirst([], found)).toEqual(found);
  });
});

test('what was stated of a file stands as the words found it, then the newest first', () => {
  const stated = [hit('newest', 0.6, 2), hit('newer', 0.6, 1.5), hit('old', 0.6, 1.3)];
  const sorted = statedByWords(stated, [hit('old', 0.4, 3), hit('else', 0.4, 9)]);
  expect(sorted.map(({ id, score }) => [id, score])).toEqual([
    ['old', 2],
    ['newest', 1.5],
    ['newer', 1 + 1 / 3],
  ]);
});
