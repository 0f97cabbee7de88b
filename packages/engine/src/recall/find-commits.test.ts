import { describe, expect, test } from 'vitest';
import { findCommits, namedFirst } from './find-commits.ts';

const signal = new AbortController().signal;
const source = (ids: Record<string, string>) => ({ idsOfCommits: () => Promise.resolve(new Map(Object.entries(ids))) });
const request = (...commits: string[]) => ({
  commits: commits.map((commit) => ({ commit, worth: 0.7 })),
  scope: { orgId: 'o', projectId: 'p' },
});

describe('the memories of commits', () => {
  test('in the order of the request; those that are not remembered have none', async () => {
    const found = await findCommits(source({ b: '2', a: '1' }), request('a', 'x', 'b'), signal);
    expect(found.map(({ id, relevance }) => [id, relevance])).toEqual([
      ['1', 0.7],
      ['2', 0.7],
    ]);
  });

  test('nothing is asked without commits, or without a source', async () => {
    const never = { idsOfCommits: () => Promise.reject(new Error('asked')) };
    expect(await findCommits(never, request(), signal)).toEqual([]);
    expect(await findCommits(undefined, request('a'), signal)).toEqual([]);
  });
});

describe('named before found', () => {
  const hit = (id: string, relevance: number, score: number) => ({ id, relevance, score });

  test('named ones lead in their order, and each stands once', () => {
    const merged = namedFirst([hit('b', 0.5, 1), hit('c', 0.5, 0.5)], [hit('a', 0.9, 8), hit('b', 0.8, 3)]);
    expect(merged.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(merged.map(({ score }) => score)).toEqual([9, 8.5, 8]);
    expect(merged[0]?.relevance).toBe(0.8);
  });

  test('without any, what was found stays as it is', () => {
    const found = [hit('a', 0.9, 8)];
    expect(namedFirst([], found)).toBe(found);
  });
});
