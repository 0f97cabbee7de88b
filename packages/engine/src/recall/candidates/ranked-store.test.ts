import { describe, expect, test } from 'vitest';
import { recalledRow, uuid } from '../../../test/session-start-fixtures.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import type { MemoryStore, RecalledObservation, RecallRequest } from '../memory-store.ts';
import { rankedStore } from './ranked-store.ts';

/** A row of a store that knows relevance only. */
const row = (n: number, relevance: number, changes: Partial<Observation> = {}): RecalledObservation => ({
  ...recalledRow(n, changes),
  relevance,
  score: Number.NaN,
});

/** A store of the seed's make: it answers one text. */
function seedStore(answers: Readonly<Record<string, readonly RecalledObservation[]>>) {
  const asked: RecallRequest[] = [];
  const store: MemoryStore = {
    async recall(request) {
      asked.push(request);
      const rows = answers[request.queryText] ?? [];
      return { outcome: 'ok', rows, leftOut: [], degraded: null, semantic: null, elapsedMs: 1 };
    },
  };
  return { store, asked };
}

const question = { orgId: 'org_123', projectId: 'proj_xyz', queryText: 'src/auth.ts', paths: ['src/auth.ts'] };
const placed = async (store: MemoryStore, request: Partial<RecallRequest> = {}) =>
  (await rankedStore(store).recall({ ...question, ...request })).rows.map(({ observation, relevance }) => [
    observation.id,
    relevance,
  ]);

describe("a store of a library user's own", () => {
  test('is asked once for each text, and a row that several find counts with its best relevance [S1-046] [S1-047]', async () => {
    const { store, asked } = seedStore({
      'src/auth.ts': [row(1, 0.5), row(2, 0.6)],
      'token expiry': [row(3, 0.9), row(1, 0.7)],
    });
    const moreQueries = ['token expiry'];
    expect(await placed(store, { moreQueries })).toEqual([
      [uuid(3), 0.9],
      [uuid(1), 0.7],
      [uuid(2), 0.6],
    ]);
    expect(asked.map(({ queryText }) => queryText)).toEqual(['src/auth.ts', 'token expiry']);
    expect(asked.some((request) => 'moreQueries' in request)).toBe(false);
  });

  test('what concerns the file gains 0.2, at most up to 1, and passes the floor by it [S1-048] [S1-049]', async () => {
    const paths = { metadata: { paths: ['src/auth.ts'] } };
    const { store, asked } = seedStore({ 'src/auth.ts': [row(1, 0.3, paths), row(2, 0.3), row(3, 0.95, paths)] });
    expect(await placed(store, { minRelevance: 0.4 })).toEqual([
      [uuid(3), 1],
      [uuid(1), 0.5],
    ]);
    expect(asked).toMatchObject([{ minRelevance: 0.2 }]);
  });

  test('then feedback has its say: what proved right comes before what did not [S1-050]', async () => {
    const { store } = seedStore({ 'src/auth.ts': [row(1, 0.6, { weight: 0 }), row(2, 0.5, { weight: 2 })] });
    const { rows } = await rankedStore(store).recall(question);
    expect(rows).toMatchObject([
      { observation: { id: uuid(2) }, unweightedRank: 2, weightedRank: 1, score: 0.65 },
      { observation: { id: uuid(1) }, unweightedRank: 1, weightedRank: 2, score: 0.42 },
    ]);
  });

  test("what is no row, and another organisation's, stays as it is, behind the others", async () => {
    const foreign = row(2, 0.9, { orgId: 'another' });
    const broken = { observation: { id: 'obs_x' } } as unknown as RecalledObservation;
    const { store } = seedStore({ 'src/auth.ts': [foreign, broken, row(1, 0.5)] });
    const { rows } = await rankedStore(store).recall(question);
    expect(rows.slice(1)).toEqual([foreign, broken]);
    expect(rows[0]?.observation.id).toBe(uuid(1));
  });

  test('an answer that is late or none is the answer; a failure is thrown on', async () => {
    const late = { outcome: 'deadline-exceeded', rows: [] } as never;
    const texts = { queryText: 'a', moreQueries: ['b'] };
    const slow = rankedStore({
      recall: async ({ queryText }) => (queryText === 'b' ? late : ({ outcome: 'ok', rows: [] } as never)),
    });
    expect(await slow.recall({ ...question, ...texts })).toBe(late);
    const broken = rankedStore({ recall: () => Promise.reject(new Error('down')) });
    await expect(broken.recall(question)).rejects.toThrow('down');
  });
});

test('a store that ranks itself is asked as it is', () => {
  const store: MemoryStore = { ranksItself: true, recall: () => Promise.reject(new Error('never')) };
  expect(rankedStore(store)).toBe(store);
});
