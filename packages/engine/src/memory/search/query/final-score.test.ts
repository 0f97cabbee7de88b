import { describe, expect, test } from 'vitest';
import { createScopeIndex } from '../index/scope-index.ts';
import { searchSettings, type SearchSettingsPatch } from '../search-settings.ts';
import type { SearchHit, SearchQuery } from '../search.ts';

const NOW = 1_000_000;
const SUBJECTS = ['parser', 'printer', 'cache', 'router', 'socket', 'timer', 'queue', 'ledger'];

function search(query: Partial<SearchQuery> & { text: string }, patch: SearchSettingsPatch = {}): readonly SearchHit[] {
  const index = createScopeIndex(searchSettings({ recency: 0, openingWords: 0, ...patch }));
  index.put(
    SUBJECTS.map((subject, at) => ({
      id: subject,
      text: `about the ${subject}`,
      paths: [`src/part${at}.ts`],
      createdAt: at,
      projectId: null,
      conversational: false,
    })),
  );
  return index.search({ now: NOW, limit: 50, ...query })!;
}

const scoreOf = (hits: readonly SearchHit[], id: string): number => hits.find((hit) => hit.id === id)!.score;

describe('what the best match counts', () => {
  const all = SUBJECTS.join(' ');

  test('it counts less the less of the question it covers', () => {
    const scores = [1, 2, 4, 8].map((words) => search({ text: SUBJECTS.slice(0, words).join(' ') })[0]!.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBeGreaterThan(scores[3]!);
  });

  test('so a hinted file stands further above words that say little', () => {
    const lead = (text: string, patch?: SearchSettingsPatch): number => {
      const hits = search({ text, paths: ['src/part0.ts'] }, { pathWords: 0, coChange: 0, ...patch });
      return scoreOf(hits, 'parser') / scoreOf(hits, 'cache');
    };
    expect(lead(all)).toBeGreaterThan(lead('parser cache'));
    expect(lead(all, { coverageInfluence: 0 })).toBeCloseTo(lead('parser cache', { coverageInfluence: 0 }), 9);
  });

  test('words order among themselves as before, and relevance stays what it was', () => {
    const [on, off] = [search({ text: all }), search({ text: all }, { coverageInfluence: 0 })];
    expect(on.map(({ id, relevance }) => [id, relevance])).toEqual(off.map(({ id, relevance }) => [id, relevance]));
  });

  test('0 switches it off: the best match counts 1', () => {
    expect(search({ text: all }, { coverageInfluence: 0 })[0]!.score).toBe(1);
    expect(search({ text: 'parser' }, { coverageInfluence: 0 })[0]!.score).toBe(1);
  });

  test('words that only stand for unknown ones are measured by the best of them', () => {
    expect(search({ text: 'rout' })[0]!.score).toBe(1);
  });
});
