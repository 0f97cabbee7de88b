import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScopeIndex } from './scope-index.ts';
import type { SearchDocument } from './search-document.ts';
import { searchSettings } from './search-settings.ts';
import type { SearchQuery } from './search.ts';

/** So many that lists are long enough to be bounded by block, and a quarter removed makes the index close its gaps. */
const IDS = 4500;

/** Documents are made one an hour, so that the times which questions name cover some of them, or all. */
const HOUR = 3_600_000;

const common = fc.integer({ min: 0, max: 5 }).map((number) => `common${number}`);
const rare = fc.integer({ min: 0, max: 400 }).map((number) => `rare${number}`);
const path = fc.integer({ min: 0, max: 8 }).map((number) => `src/part${number % 3}/file${number}.ts`);

/** What a stretch of an index's life is made of: each document's words and lengths follow from it and its number. */
const stretch = fc.record({
  from: fc.integer({ min: 0, max: IDS }),
  count: fc.integer({ min: 1, max: 2000 }),
  // Averages drift, so that what was bounded at other averages must be scaled, or bounded anew.
  words: fc.constantFrom(2, 6, 12, 60),
  remove: fc.constantFrom(false, false, true),
  seed: fc.nat(1000),
});

type Stretch = typeof stretch extends fc.Arbitrary<infer Value> ? Value : never;

const time = fc.constantFrom(
  '',
  '',
  'yesterday',
  'since last month',
  'three weeks ago',
  'two days ago, last week',
  'this year',
);

const query: fc.Arbitrary<SearchQuery> = fc.record({
  text: fc
    .tuple(fc.array(fc.oneof({ weight: 3, arbitrary: common }, rare), { minLength: 1, maxLength: 8 }), time)
    .map(([words, when]) => [...words, when].join(' ')),
  moreTexts: fc.array(fc.oneof(common, time), { maxLength: 1 }),
  paths: fc.array(path, { maxLength: 2 }),
  now: fc.constantFrom(1500 * HOUR, 4000 * HOUR, 1e6 * HOUR),
  limit: fc.constantFrom(1, 5, 22),
  filter: fc.constantFrom({}, {}, { namespace: 'n1' }),
  explain: fc.constant(true),
});

test('the hits of the full scan, digit by digit, whatever happens to the index between searches', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(stretch, fc.boolean(), fc.array(query, { minLength: 1, maxLength: 4 })), {
        minLength: 1,
        maxLength: 4,
      }),
      async (life) => {
        const pruning = createScopeIndex(searchSettings());
        const exhaustive = createScopeIndex(searchSettings({ prune: false }));
        for (const index of [pruning, exhaustive])
          index.put(documentsOf({ from: 0, count: IDS, words: 6, remove: false, seed: 1 }));
        for (const [each, isPrepared, queries] of life) {
          // Begins before the stretch and goes on in the midst of the queries after it.
          const prepared = isPrepared ? pruning.prepare(() => true) : null;
          for (const asked of queries) expect(pruning.search(asked)).toEqual(exhaustive.search(asked));
          for (const index of [pruning, exhaustive]) {
            if (each.remove) index.remove(documentsOf(each).map(({ id }) => id));
            else index.put(documentsOf(each));
          }
          for (const asked of queries) expect(pruning.search(asked)).toEqual(exhaustive.search(asked));
          await prepared;
          for (const asked of queries) expect(pruning.search(asked)).toEqual(exhaustive.search(asked));
        }
      },
    ),
    { numRuns: 12 },
  );
}, 60_000);

test('words that nearly every document holds score every block for the best, and what is scored again is found as by the full scan', () => {
  // More blocks than keep their matches; the newest, which recency prefers, are scored last.
  const documents = documentsOf({ from: 0, count: 10_000, words: 6, remove: false, seed: 1 }).map((document, at) => ({
    ...document,
    text: `common0 common1 ${'common2 '.repeat(at % 7)}`,
    createdAt: at * HOUR,
  }));
  const [pruning, exhaustive] = [searchSettings(), searchSettings({ prune: false })].map((settings) => {
    const index = createScopeIndex(settings);
    index.put(documents);
    return index;
  });
  for (const limit of [1, 5, 30]) {
    for (const paths of [[], ['src/part0/file0.ts'], ['src/part2/file8.ts', 'src/part1/file1.ts']]) {
      const asked = { text: 'common0', moreTexts: ['common0 common1'], paths, now: 1e6 * HOUR, limit, explain: true };
      const found = exhaustive!.search(asked);
      expect(found).toHaveLength(limit);
      expect(pruning!.search(asked)).toEqual(found);
    }
  }
});

test('documents that paths lift, in every block and some of them dead, are found as by the full scan, also after a query that was cancelled', () => {
  const files = ['src/hot.ts', 'test/hot.test.ts', 'src/cold.ts', 'docs/cold.md'];
  // Each file has a companion; some documents touch both hinted files.
  const documents = documentsOf({ from: 0, count: 9000, words: 12, remove: false, seed: 3 }).map((document, at) => ({
    ...document,
    paths: [
      at % 3 === 0 ? files.slice(0, 2) : [],
      at % 7 === 0 ? files.slice(2) : [],
      at % 5 === 0 ? ['lock'] : [],
    ].flat(),
  }));
  const dead = documents.filter((_, at) => at % 11 === 0).map(({ id }) => id);
  const [pruning, exhaustive] = [{}, { prune: false }].map((patch) => {
    const index = createScopeIndex(searchSettings({ ...patch, hintDocuments: 1500 }));
    index.put(documents);
    index.remove(dead);
    return index;
  });
  fc.assert(
    fc.property(
      query,
      fc.subarray([...files, 'lock'], { minLength: 1, maxLength: 3 }),
      fc.nat(6),
      (anything, paths, looks) => {
        const asked = { ...anything, paths };
        let left = looks;
        const cut = pruning!.search(asked, () => left-- === 0);
        const found = exhaustive!.search(asked);
        if (cut !== null) expect(cut).toEqual(found);
        expect(pruning!.search(asked)).toEqual(found);
      },
    ),
    { numRuns: 150 },
  );
});

test('what the blocks of one text leave does not count for the next, and hints find what no word may', () => {
  // Who asks for n9 has documents of the file, among the others, and none with the words.
  const documents = documentsOf({ from: 0, count: 6000, words: 6, remove: false, seed: 5 }).map((document, at) =>
    at % 30 === 0 ? { ...document, text: 'nothing of it', paths: ['src/part0/file0.ts'], namespace: 'n9' } : document,
  );
  const [pruning, exhaustive] = [{}, { prune: false }].map((patch) => {
    const index = createScopeIndex(searchSettings({ ...patch, pathWords: 0 }));
    index.put(documents);
    return index;
  });
  const asked = {
    text: 'common0 common1',
    moreTexts: ['rare7', 'rare8 rare9'],
    paths: [],
    now: 1e6 * HOUR,
    limit: 5,
    explain: true,
  };
  const hinted = { ...asked, moreTexts: [], paths: ['src/part0/file0.ts'], filter: { namespace: 'n9' } };
  for (const query of [asked, hinted]) {
    const found = exhaustive!.search(query);
    expect(found).toHaveLength(5);
    expect(pruning!.search(query)).toEqual(found);
  }
});

function documentsOf({ from, count, words, seed }: Stretch): SearchDocument[] {
  let state = seed;
  const random = (): number => (state = (state * 1664525 + 1013904223) >>> 0) / 2 ** 32;
  const word = (): string =>
    random() < 0.7 ? `common${Math.floor(6 * random())}` : `rare${Math.floor(400 * random())}`;
  return Array.from({ length: count }, (_, at): SearchDocument => {
    const file = Math.floor(random() ** 2 * 9);
    return {
      id: `d${from + at}`,
      text: Array.from({ length: 1 + Math.floor(words * random()) }, word).join(' '),
      paths: random() < 0.3 ? [`src/part${file % 3}/file${file}.ts`, `src/part0/file${at % 9}.ts`] : [],
      createdAt: HOUR * (random() < 0.1 ? from + at - 1000 : from + at),
      ...(random() < 0.05 ? { validTo: HOUR * (from + at + 1000) } : {}),
      projectId: null,
      namespace: `n${at % 3}`,
      conversational: false,
    };
  });
}
