import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { recalledRow } from '../../../test/session-start-fixtures.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import { type Authorizer, createDefaultAuthorizer } from '../../memory/policy/authorizer.ts';
import { DEFAULT_FEEDBACK_RANKING } from '../../memory/ranking/apply-feedback-ranking.ts';
import type { ObservationSearch } from '../../memory/search/search.ts';
import { guessFiles, guessedFloor } from './guess-files.ts';
import type { RecallRequest } from '../memory-store.ts';
import type { Candidate } from '../candidates/read-candidates.ts';
import { createRecall } from '../recall.ts';

function found(
  relevance: number,
  paths: readonly string[],
  content = 'Keep comments',
  kind = 'commit',
  createdAt = '2026-11-20T00:00:00.000Z',
): Candidate {
  const observation = { kind, content, createdAt, metadata: { paths } } as Partial<Observation> as Observation;
  return { hit: { id: '', relevance, score: relevance }, observation };
}

describe('files that a question names', () => {
  test.each([
    ['The parser loses tags, see src/parser/tags.ts:41:7.', ['src/parser/tags.ts']],
    ['File "/app/src/boltons/cacheutils.py", line 12, in get', ['app/src/boltons/cacheutils.py']],
    [
      '    at next (/app/node_modules/express/lib/router.js:3:9)\n    at serve (/app/lib/serve.js:8:1)',
      ['app/lib/serve.js'],
    ],
    ['File "/usr/lib/python3.12/json/decoder.py", line 3\nFile "lib/load.py", line 9', ['lib/load.py']],
    ['See https://example.org/docs/guide.html and node:internal/modules/run.js', []],
    ['Either/or does not work', []],
    ['Tags are lost. A failing repro is at tests/test_tags.py.', []],
  ])('%s', (question, files) => expect(guessFiles(question, [])).toEqual(files));

  test('come before those that its words found', () => {
    expect(guessFiles('see src/a.ts', [found(0.9, ['src/b.ts'])])).toEqual(['src/a.ts', 'src/b.ts']);
  });
});

describe('files of what the words found', () => {
  test('those that the most similar changes touched', () => {
    const candidates = [found(0.3, ['a.ts']), found(0.4, ['b.ts']), found(0.3, ['a.ts']), found(0.2, ['c.ts', 'd.ts'])];
    expect(guessFiles('comments', candidates)).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
  });

  test('none when half of a short question is in nothing that was found, but what it names itself', () => {
    const candidates = [found(0.9, ['src/plan.ts'], 'Plan the queries'), found(0.5, ['src/help.ts'], 'Help text')];
    expect(guessFiles('plan the birthday party', candidates)).toEqual([]);
    expect(guessFiles('plan the birthday party in src/cake.ts', candidates)).toEqual(['src/cake.ts']);
    expect(guessFiles('plan the queries of parties', candidates)).toEqual(['src/plan.ts', 'src/help.ts']);
    expect(guessFiles('parties', candidates)).toEqual(['src/plan.ts', 'src/help.ts']);
    const report = `plan ${Array.from({ length: 12 }, (_, at) => `symptom${at}`).join(' ')}`;
    expect(guessFiles(report, candidates)).toEqual(['src/plan.ts', 'src/help.ts']);
  });

  test('eight at most', () => {
    const candidates = Array.from({ length: 9 }, (_, at) => found(0.9 - at / 20, [`${at}.ts`]));
    expect(guessFiles('comments', candidates)).toEqual(candidates.slice(0, 8).map((_, at) => `${at}.ts`));
  });

  test('one whose name the question says comes first, and of the others the one that was changed last', () => {
    const old = found(0.5, ['src/a.ts'], 'Keep comments', 'commit', '2024-11-20T00:00:00.000Z');
    expect(guessFiles('comments', [old, found(0.4, ['src/b.ts'])])).toEqual(['src/b.ts', 'src/a.ts']);
    const candidates = [found(0.5, ['src/tags.ts']), found(0.4, ['src/feed-comments.ts'])];
    expect(guessFiles('comments', candidates)[0]).toBe('src/feed-comments.ts');
  });

  test('a change of many files says less of each', () => {
    const many = Array.from({ length: 9 }, (_, at) => `src/${at}.ts`);
    expect(guessFiles('comments', [found(0.6, many), found(0.3, ['src/x.ts'])])[0]).toBe('src/x.ts');
  });

  test.each([
    ['tests/test_core.py'],
    ['src/core.test.ts'],
    ['core_test.go'],
    ['docs/guide.js'],
    ['README.md'],
    ['package.json'],
    ['Makefile'],
    ['.github/workflows/ci.ts'],
  ])('%s is no guess', (path) => expect(guessFiles('comments', [found(0.9, [path])])).toEqual([]));

  test('typos and what hardly shares a word do not vote', () => {
    expect(guessFiles('comments', [found(0.9, ['a.ts'], 'Fix typo'), found(0.09, ['b.ts'])])).toEqual([]);
    expect(guessFiles('comments', [found(0.1, ['b.ts'], 'Keep a lock', 'decision')])).toEqual(['b.ts']);
  });
});

describe('a recall that guesses files', () => {
  const commit = (n: number, content: string, path: string): Observation => {
    const createdAt = `2026-11-0${n}T00:00:00.000Z`;
    return recalledRow(n, { content, createdAt, metadata: { paths: [path] }, simhash: `${n}f`.repeat(8) }).observation;
  };
  const rows = [
    commit(3, 'Keep comments', 'src/tags.ts'),
    commit(2, 'Read tags', 'src/tags.ts'),
    commit(6, 'Read feeds', 'src/feeds.ts'),
    commit(4, 'Write tags', 'src/tags.ts'),
    commit(5, 'Close tags', 'src/tags.ts'),
    commit(1, 'Open tags', 'src/tags.ts'),
  ] as const;
  const relevances = [0.5, 0.2, 0.2, 0.1, 0.01, 0.1];
  const [first, weak, elsewhere, late, latest, early] = rows;

  /** A search that finds the weak ones only with hints. */
  function guessing(authorizer: Authorizer = createDefaultAuthorizer()) {
    const asked: (readonly string[])[] = [];
    const hits = rows.map(({ id }, at) => ({ id, relevance: relevances[at]!, score: 1 - at / 10 }));
    const search: ObservationSearch = {
      search(_scope, { paths = [] }) {
        asked.push(paths);
        return Promise.resolve({ hits: paths.length === 0 ? hits.slice(0, 1) : hits, degraded: null });
      },
    };
    const nothing = (): undefined => undefined;
    const store = createRecall({
      search,
      rows: () => ({ getMany: (ids) => Promise.resolve(rows.filter(({ id }) => ids.includes(id))) }),
      authorizer,
      clock: createManualClock(),
      onStale: nothing,
      onError: nothing,
      ranking: DEFAULT_FEEDBACK_RANKING,
    });
    const scope = { orgId: 'org_123', projectId: 'proj_xyz', queryText: 'comments', withLeftOut: true };
    const ask = (request: Partial<RecallRequest> = {}) => store.recall({ ...scope, ...request });
    return { ask, asked };
  }

  test('searches with them once more, and what touches them needs less relevance, the latest none', async () => {
    const { ask, asked } = guessing();
    const answer = await ask({ guessFiles: true });
    expect(asked).toEqual([[], ['src/tags.ts']]);
    expect(answer.rows.map(({ observation, relevance }) => [observation.id, relevance])).toEqual([
      [first.id, 0.5],
      [weak.id, 0.2],
      [late.id, 0.1],
      [latest.id, 0.01],
    ]);
    expect(answer.leftOut).toEqual([
      { id: elsewhere.id, reason: 'below-relevance', relevance: 0.2 },
      { id: early.id, reason: 'below-relevance', relevance: 0.1 },
    ]);
  });

  test('does not unasked, or where files are named', async () => {
    const { ask, asked } = guessing();
    await ask();
    await ask({ guessFiles: true, paths: ['src/feeds.ts'] });
    expect(asked).toEqual([[], ['src/feeds.ts']]);
  });

  test('learns nothing from what may not be read', async () => {
    const { ask, asked } = guessing({
      authorize: (_principal, _action, resources) =>
        Promise.resolve(resources.map(() => ({ allowed: false, policy: 'none', reason: 'r' }))),
    });
    await ask({ guessFiles: true });
    expect(asked).toEqual([[]]);
  });
});

const row = (n: number, content: string, path: string, changes: Partial<Observation> = {}): Observation =>
  recalledRow(n, {
    content,
    metadata: { paths: [path] },
    createdAt: `2026-11-${String(n).padStart(2, '0')}T00:00:00.000Z`,
    ...changes,
  }).observation;

const rows = [
  row(4, 'Keep comments', 'src/tags.ts'),
  row(1, 'Read tags', 'src/tags.ts'),
  row(5, 'Fix typo', 'src/tags.ts'),
  row(2, 'Read lists', 'src/tags.ts'),
  row(6, 'Read feeds', 'src/feeds.ts'),
  row(7, 'Tags stay', 'src/tags.ts', { kind: 'decision' }),
];
const candidates = rows.map((observation) => ({ hit: { id: observation.id, relevance: 0, score: 0 }, observation }));

test('the two latest commits of a guessed file need nothing, its other rows two thirds, the rest all', () => {
  const floor = guessedFloor(['src/tags.ts'], candidates);
  expect(rows.map(floor)).toEqual([0, 2 / 3, 2 / 3, 0, 1, 2 / 3]);
});

test('of two guessed files the latest commits of the better guess come first, though the other is newer', () => {
  const floor = guessedFloor(['src/tags.ts', 'src/feeds.ts'], candidates);
  expect(rows.map(floor)).toEqual([0, 2 / 3, 2 / 3, 0, 2 / 3, 2 / 3]);
});

test('where nothing was guessed every row needs all of it', () => {
  expect(rows.map(guessedFloor([], candidates))).toEqual(rows.map(() => 1));
});
