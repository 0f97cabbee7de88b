import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { createManualClock } from '../../test/manual-clock.ts';
import type { VectorMatch, VectorQuestion } from '../memory/embeddings/store/vector-host.ts';
import type { SearchHit, SearchQuery } from '../memory/search/search.ts';
import { createHybridSearch, type HybridSearchPorts, candidateLimit, enoughHits } from './hybrid-search.ts';
import { DEFAULT_SEMANTIC_SETTINGS, semanticSettings } from './semantic-settings.ts';

const scope = { orgId: 'o', projectId: 'p' };
const query: SearchQuery = { text: 'slow checkout', now: 0, limit: 3, budgetMs: 100 };
const vector = Float32Array.of(1, 0);

const explanation = {
  lexical: 1,
  fields: ['text'],
  terms: ['checkout'],
  pathHint: 0,
  session: 0,
  recency: 0,
  coChange: 0,
  namedTime: 0,
  semantic: null,
};
const byWords: readonly SearchHit[] = [
  { id: 'first', relevance: 0.6, score: 1, explanation },
  { id: 'second', relevance: 0.5, score: 0.9, explanation },
];

/** Lets what was just settled run to its end. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const never = (): Promise<never> => new Promise(() => undefined);
const matchOf = (similarities: Record<string, number>, typical: number | null = 0): VectorMatch => ({
  similarities: new Map(Object.entries(similarities)),
  typical,
});

function fixture(changes: Partial<HybridSearchPorts> = {}, match: VectorMatch | null = matchOf({})) {
  const clock = createManualClock();
  const errors: unknown[] = [];
  const asked: SearchQuery[] = [];
  const questions: VectorQuestion[] = [];
  const search = createHybridSearch({
    lexical: {
      search(_scope, given) {
        asked.push(given);
        return Promise.resolve({ hits: byWords, degraded: null });
      },
    },
    queryVectors: { getWithin: () => Promise.resolve(vector) },
    match(_scope, question) {
      questions.push(question);
      return Promise.resolve(match);
    },
    modelId: 'test/model',
    clock,
    onError: (error) => errors.push(error),
    settings: DEFAULT_SEMANTIC_SETTINGS,
    ...changes,
  });
  const ask = (given: Partial<SearchQuery> = {}) => search.search(scope, { ...query, ...given });
  return { ask, clock, errors, asked, questions };
}

describe('words and meaning in one order', () => {
  test('the nearest hit by words rises above one that has more words, and a hit by meaning alone joins', async () => {
    const { ask } = fixture({}, matchOf({ first: 0.1, second: 0.9, meaning: 0.8 }));
    const { hits, semantic } = await ask({ explain: true });
    expect(hits.map(({ id }) => id)).toEqual(['second', 'first', 'meaning']);
    expect(hits[0]).toMatchObject({ score: 0.9 + 0.3, explanation: { lexical: 1, semantic: 1 } });
    expect(hits[2]?.explanation).toEqual({ ...explanation, lexical: 0, fields: [], terms: [], semantic: 0.875 });
    expect(semantic).toEqual({ modelId: 'test/model', lowest: 0.1, highest: 0.9 });
  });

  test('relevance is the larger of what the words cover and what the nearness is worth', async () => {
    const { ask } = fixture({}, matchOf({ first: 0.7, second: 1, meaning: 0.7 }));
    const { hits } = await ask();
    const relevances = Object.fromEntries(hits.map(({ id, relevance }) => [id, relevance]));
    expect(relevances).toEqual({ first: 0.6, second: 1, meaning: expect.closeTo(0.5, 12) as number });
  });

  test('what its meaning decides is not judged by the words that it shares', async () => {
    const hits = byWords.map((hit) => ({ ...hit, sharedInformation: 3 }));
    const lexical = { search: () => Promise.resolve({ hits, degraded: null }) };
    const { ask } = fixture({ lexical }, matchOf({ first: 0.1, second: 1 }));
    const shared = new Map((await ask()).hits.map(({ id, sharedInformation }) => [id, sharedInformation]));
    expect(shared).toEqual(
      new Map([
        ['second', undefined],
        ['first', 3],
      ]),
    );
  });

  test('nearness is worth nothing where the setting says so', async () => {
    const settings = semanticSettings({ relevance: null });
    const { ask } = fixture({ settings }, matchOf({ first: 1, meaning: 1 }));
    const { hits } = await ask();
    expect(hits.find(({ id }) => id === 'meaning')?.relevance).toBe(0);
    expect(hits.find(({ id }) => id === 'first')?.relevance).toBe(0.6);
  });

  test('more hits by words are compared than are answered, and the limit cuts the joined order', async () => {
    const { ask, asked, questions } = fixture({}, matchOf({ first: 1, second: 0.2, meaning: 0.3 }));
    const { hits } = await ask({ limit: 1 });
    expect(hits).toHaveLength(1);
    expect(asked[0]?.limit).toBe(4);
    expect(questions).toEqual([{ vector, nearest: 1, ids: ['first', 'second'] }]);
  });
});

describe('the words’ answer stands', () => {
  const plain = { hits: byWords, degraded: null, semantic: null };

  test.each<[string, Partial<HybridSearchPorts>, VectorMatch | null]>([
    ['the question has no vector yet', { queryVectors: { getWithin: () => Promise.resolve(null) } }, matchOf({})],
    ['the scope’s vectors are not loaded', {}, null],
    ['no observation has a vector', {}, matchOf({}, null)],
  ])('when %s', async (_title, changes, match) => {
    expect(await fixture(changes, match).ask()).toEqual(plain);
  });

  test('when comparing fails, which is reported', async () => {
    const failure = new Error('thread died');
    const { ask, errors } = fixture({ match: () => Promise.reject(failure) });
    expect(await ask()).toEqual(plain);
    expect(errors).toEqual([failure]);
  });

  test('when comparing does not end within its share of the time', async () => {
    let signal: AbortSignal | undefined;
    const { ask, clock } = fixture({
      match(_scope, _question, given) {
        signal = given;
        return never();
      },
    });
    const asked = ask();
    await settled();
    clock.advance(49);
    expect(signal?.aborted).toBe(false);
    clock.advance(1);
    expect(await asked).toEqual(plain);
    expect(signal?.aborted).toBe(true);
  });

  test('when the query has no words', async () => {
    const { ask, questions } = fixture({ queryVectors: { getWithin: () => Promise.reject(new Error('asked')) } });
    expect(await ask({ text: ' \n' })).toEqual(plain);
    expect(questions).toEqual([]);
  });
});

test('what the words’ search throws is thrown on', async () => {
  const failure = new Error('connection refused');
  const { ask } = fixture({ lexical: { search: () => Promise.reject(failure) } });
  await expect(ask()).rejects.toBe(failure);
});

test.each([
  { weight: -1 },
  { weight: Number.NaN },
  { share: 0 },
  { share: 1.1 },
  { relevance: { from: 0.5, to: 0.5 } },
  { relevance: { from: -0.1, to: 1 } },
  { relevance: { from: 0.5, to: 1.5 } },
])('%o is no setting', (patch) => {
  expect(() => semanticSettings(patch)).toThrow(expect.objectContaining({ code: 'invalid-input' }) as Error);
});

const hitsOf = (ids: readonly string[]): SearchHit[] => ids.map((id) => ({ id, relevance: 1, score: 1 }));
const idsOf = (hits: readonly SearchHit[]): string[] => hits.map(({ id }) => id);
const many = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

test('without anything seen, or while that is not known, every hit is read', () => {
  const hits = hitsOf(many('n', 40));
  expect(enoughHits(hits, null)).toBe(hits);
  expect(enoughHits(hits, { enough: 6, ids: () => null })).toBe(hits);
});

test('hits behind those that are enough are not read, and what was seen counts for nothing', () => {
  const hits = hitsOf([...many('seen', 5), ...many('n', 40), 'seen5']);
  const seen = { enough: 6, ids: () => new Set(many('seen', 6)) };
  expect(idsOf(enoughHits(hits, seen))).toEqual([...many('seen', 5), ...many('n', 16)]);
});

test('it is the shortest beginning that holds enough new ones, or all there is', () => {
  const given = fc.uniqueArray(fc.nat(60), { maxLength: 50 });
  fc.assert(
    fc.property(given, fc.array(fc.nat(60)), fc.integer({ min: 1, max: 30 }), (numbers, seenNumbers, enough) => {
      const ids = new Set(seenNumbers.map(String));
      const hits = hitsOf(numbers.map(String));
      const read = enoughHits(hits, { enough, ids: () => ids });
      const fresh = (some: readonly SearchHit[]): number => some.filter(({ id }) => !ids.has(id)).length;
      expect(read).toEqual(hits.slice(0, read.length));
      expect(fresh(read)).toBe(Math.min(candidateLimit(enough), fresh(hits)));
      const isAll = read.length === hits.length;
      if (!isAll) expect(ids.has(read.at(-1)!.id)).toBe(false);
    }),
  );
});
