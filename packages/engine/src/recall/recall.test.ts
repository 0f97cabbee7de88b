import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import type { Observation } from '../memory/observations/observation.ts';
import { type Authorizer, createDefaultAuthorizer } from '../memory/policy/authorizer.ts';
import { DEFAULT_FEEDBACK_RANKING } from '../memory/ranking/apply-feedback-ranking.ts';
import type { ObservationSearch, SearchHit } from '../memory/search/search.ts';
import type { RecallRequest } from './memory-store.ts';
import { askEachText } from './hybrid-search.ts';
import { createRecall, type RecallPorts } from './recall.ts';

let made = 0;
function observation(changes: Partial<Observation> = {}): Observation {
  made += 1;
  return {
    orgId: 'o',
    id: `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    projectId: 'p',
    agentId: 'a',
    sessionId: null,
    kind: 'decision',
    content: `statement ${made}`,
    contentHash: '',
    source: 'api',
    classification: 'internal',
    weight: 1,
    pinned: false,
    metadata: {},
    // Far apart from each other unless a test says otherwise.
    simhash: ((BigInt(made) * 0x9e37_79b9_7f4a_7c15n) & 0xffff_ffff_ffff_ffffn).toString(16).padStart(16, '0'),
    supersededBy: null,
    validTo: null,
    quarantineReason: null,
    createdAt: '2026-11-20T00:00:00.000Z',
    updatedAt: '2026-11-20T00:00:00.000Z',
    ...changes,
  };
}

const explanation = {
  lexical: 1,
  fields: ['text'],
  terms: ['word'],
  pathHint: 0,
  session: 0,
  recency: 0,
  coChange: 0,
  namedTime: 0,
  semantic: null,
};

function fixture(rows: readonly Observation[], changes: Partial<RecallPorts> = {}) {
  const errors: unknown[] = [];
  const stale: string[] = [];
  const clock = createManualClock();
  const hits: SearchHit[] = rows.map((row, index) => ({
    id: row.id,
    relevance: 0.8,
    score: 1 - index / 100,
    explanation,
  }));
  const search: ObservationSearch = { search: () => Promise.resolve({ hits, degraded: null }) };
  const recall = createRecall({
    search,
    rows: () => ({ getMany: (ids) => Promise.resolve(rows.filter((row) => ids.includes(row.id))) }),
    authorizer: createDefaultAuthorizer(),
    clock,
    onStale: (_orgId, ids) => stale.push(...ids),
    onError: (error) => errors.push(error),
    ranking: DEFAULT_FEEDBACK_RANKING,
    ...changes,
  });
  const ask = (request: Partial<RecallRequest> = {}) =>
    recall.recall({ orgId: 'o', projectId: 'p', queryText: 'word', explain: true, ...request });
  return { ask, clock, errors, hits, stale };
}

describe('search → rank → authorize', () => {
  test('rows come best first with their ranks, scores and the policy that allowed them', async () => {
    const [first, second] = [observation(), observation({ weight: 2 })];
    const { ask } = fixture([first, second]);
    const { outcome, rows } = await ask();
    expect(outcome).toBe('ok');
    expect(rows.map((row) => [row.observation.id, row.unweightedRank, row.weightedRank])).toEqual([
      [second.id, 2, 1],
      [first.id, 1, 2],
    ]);
    expect(rows[0]).toMatchObject({ relevance: 0.8, score: 0.99 * 1.3 });
    expect(rows[0]?.explanation).toMatchObject({ feedbackFactor: 1.3, pathBoost: 0, policy: 'default.same-project' });
  });

  test.each([
    ['superseded', { supersededBy: '00000000-0000-7000-8000-00000000ffff' }],
    ['expired', { validTo: '2026-11-21T00:00:00.000Z' }],
    ['in quarantine', { quarantineReason: 'instruction-override' }],
    ['of another project', { projectId: 'q' }],
    ['of another organisation', { orgId: 'x' }],
  ])('a stale index cannot bring back a row that is %s', async (_title, changes) => {
    const { ask, hits, stale } = fixture([observation(changes)]);
    const { rows, leftOut } = await ask();
    expect(rows).toEqual([]);
    expect(stale).toEqual(hits.map(({ id }) => id));
    expect(leftOut).toMatchObject([{ reason: 'not-recallable' }]);
  });

  test('a row that was forgotten is not recalled', async () => {
    const { ask } = fixture([observation()], { rows: () => ({ getMany: () => Promise.resolve([]) }) });
    expect((await ask()).rows).toEqual([]);
  });

  test('near-duplicates are one row, and other agents corroborate it', async () => {
    const simhash = 'ffffffffffffffff';
    const [light, heavy] = [observation({ simhash, agentId: 'b' }), observation({ simhash, weight: 1.5 })];
    const { rows, leftOut } = await fixture([light, heavy]).ask();
    expect(rows.map((row) => row.observation.id)).toEqual([heavy.id]);
    expect(rows[0]!.relevance).toBeCloseTo(0.9, 12);
    expect(leftOut).toMatchObject([{ id: light.id, reason: 'near-duplicate' }]);
  });

  test('a heavy row does not pull its near-duplicate about the focal file below the floor', async () => {
    const simhash = 'ffffffffffffffff';
    const heavy = observation({ simhash, weight: 1.5 });
    const about = observation({ simhash, metadata: { paths: ['src/auth.ts'] } });
    const { rows } = await fixture([heavy, about]).ask({ minRelevance: 0.9, paths: ['src/auth.ts'] });
    expect(rows).toMatchObject([{ observation: { id: heavy.id }, relevance: 1 }]);
  });

  test('a denied row neither hides its near-duplicate nor corroborates it', async () => {
    const simhash = 'ffffffffffffffff';
    const secret = observation({ simhash, agentId: 'b', weight: 1.5, classification: 'restricted' });
    const open = observation({ simhash });
    const { rows, leftOut } = await fixture([secret, open]).ask();
    expect(rows.map((row) => row.observation.id)).toEqual([open.id]);
    expect(rows[0]).toMatchObject({
      relevance: 0.8,
      explanation: { corroboration: 0, policy: 'default.same-project' },
    });
    expect(leftOut).toMatchObject([{ id: secret.id, reason: 'denied' }]);
  });

  test('the relevance floor counts the path boost and not the feedback weight', async () => {
    const near = observation({ metadata: { paths: ['src/auth.ts'] } });
    const heavy = observation({ weight: 2 });
    const { ask } = fixture([near, heavy]);
    const { rows, leftOut } = await ask({ minRelevance: 0.9, paths: ['src/auth.ts'] });
    expect(rows.map((row) => row.observation.id)).toEqual([near.id]);
    expect(leftOut).toMatchObject([{ id: heavy.id, reason: 'below-relevance' }]);
  });

  test('what the policy denies is left out with the reason', async () => {
    const { rows, leftOut } = await fixture([observation({ classification: 'restricted' })]).ask();
    expect(rows).toEqual([]);
    expect(leftOut).toMatchObject([{ reason: 'denied', decision: { allowed: false, policy: 'default.clearance' } }]);
  });

  test('an authorizer that fails denies everything and the failure is reported', async () => {
    const failure = new Error('trapped');
    const authorizer: Authorizer = { authorize: () => Promise.reject(failure) };
    const { ask, errors } = fixture([observation()], { authorizer });
    expect((await ask()).rows).toEqual([]);
    expect(errors).toEqual([failure]);
  });

  test('the limit cuts after authorization, so a denied row takes no place', async () => {
    const [denied, allowed] = [observation({ classification: 'restricted' }), observation()];
    const { rows } = await fixture([denied, allowed]).ask({ limit: 1 });
    expect(rows.map((row) => row.observation.id)).toEqual([allowed.id]);
  });

  test('several texts are one recall: each row is read, decided and ranked once', async () => {
    const [of, other] = [observation(), observation()];
    const asked: string[] = [];
    const read: string[][] = [];
    const answers = [
      { id: of.id, relevance: 0.5, score: 9, explanation },
      { id: other.id, relevance: 0.9, score: 2, explanation },
    ];
    const { ask } = fixture([], {
      search: askEachText({
        search: (_scope, { text }) => {
          asked.push(text);
          return Promise.resolve({ hits: answers.slice(asked.length - 1), degraded: null });
        },
      }),
      rows: () => ({
        getMany: (ids) => {
          read.push([...ids]);
          return Promise.resolve([of, other]);
        },
      }),
    });
    const { rows } = await ask({ queryText: 'src/a.ts', moreQueries: ['retry'] });
    expect(asked).toEqual(['src/a.ts', 'retry']);
    expect(read).toEqual([[other.id, of.id]]);
    expect(rows.map((row) => [row.observation.id, row.relevance, row.score])).toEqual([
      [other.id, 0.9, 0.9],
      [of.id, 0.5, 0.5],
    ]);
  });

  test('of what the caller has seen nothing more is read than stands before enough new rows', async () => {
    const rows = Array.from({ length: 30 }, () => observation());
    const read: string[][] = [];
    const getMany = (ids: readonly string[]) => {
      read.push([...ids]);
      return Promise.resolve(rows.filter(({ id }) => ids.includes(id)));
    };
    const { ask, hits } = fixture(rows, { rows: () => ({ getMany }) });
    const ids = new Set([...rows.slice(0, 4), ...rows.slice(25)].map(({ id }) => id));
    const answer = await ask({ limit: 20, seen: { enough: 6, ids: () => ids } });
    expect(read).toEqual([hits.slice(0, 20).map(({ id }) => id)]);
    expect(answer.rows.map((row) => row.observation.id)).toEqual(read[0]);
    await ask({ limit: 20, seen: { enough: 6, ids: () => null } });
    expect(read[1]).toHaveLength(30);
  });

  test('what the caller has seen stands for its near-duplicate all the same', async () => {
    const simhash = 'ffffffffffffffff';
    const [seen, same] = [observation({ simhash }), observation({ simhash })];
    const { rows, leftOut } = await fixture([seen, same]).ask({ seen: { enough: 1, ids: () => new Set([seen.id]) } });
    expect(rows.map((row) => row.observation.id)).toEqual([seen.id]);
    expect(leftOut).toMatchObject([{ id: same.id, reason: 'near-duplicate' }]);
  });

  test('nothing is explained unless it was asked for', async () => {
    const { leftOut } = await fixture([observation({ classification: 'restricted' })]).ask({ explain: false });
    expect(leftOut).toEqual([]);
  });
});

describe('deadline', () => {
  const never = () => new Promise<never>(() => undefined);

  test.each<[string, Partial<RecallPorts>]>([
    ['search', { search: { search: never } }],
    ['store', { rows: () => ({ getMany: never }) }],
    ['authorizer', { authorizer: { authorize: never } }],
  ])('a %s that hangs ends as deadline-exceeded with no rows', async (_title, ports) => {
    const { ask, clock } = fixture([observation()], ports);
    const asked = ask({ deadlineMs: 100 });
    await Promise.resolve();
    clock.advance(100);
    expect(await asked).toMatchObject({ outcome: 'deadline-exceeded', rows: [], elapsedMs: 100 });
  });

  test('the search is told to stop', async () => {
    let signal: AbortSignal | undefined;
    const search: ObservationSearch = {
      search(_scope, _query, given) {
        signal = given;
        return never();
      },
    };
    const { ask, clock } = fixture([], { search });
    const asked = ask({ deadlineMs: 50 });
    clock.advance(50);
    await asked;
    expect(signal?.aborted).toBe(true);
  });

  test('an answer that comes after the deadline is not used', async () => {
    const { ask, clock } = fixture([observation()], {
      search: {
        search: () => {
          clock.advance(100);
          return Promise.resolve({ hits: [], degraded: null });
        },
      },
    });
    expect((await ask({ deadlineMs: 100 })).outcome).toBe('deadline-exceeded');
  });

  test('what the store throws in time is thrown on', async () => {
    const failure = new Error('connection refused');
    const { ask } = fixture([observation()], { rows: () => ({ getMany: () => Promise.reject(failure) }) });
    await expect(ask()).rejects.toBe(failure);
  });
});

describe('requests that cannot be meant', () => {
  test.each<[string, Partial<RecallRequest>]>([
    ['limit 0', { limit: 0 }],
    ['limit 201', { limit: 201 }],
    ['limit NaN', { limit: Number.NaN }],
    ['seen rows that are a list', { seen: { enough: 6, ids: ['a'] as never } }],
    ['seen rows of which none are enough', { seen: { enough: 0, ids: () => null } }],
    ['relevance 1.5', { minRelevance: 1.5 }],
    ['deadline 0', { deadlineMs: 0 }],
    ['scope session without a session', { scope: 'session' }],
    ['an unknown scope', { scope: 'world' as never }],
    ['a query that is no text', { queryText: 7 as never }],
    ['paths that are no list', { paths: 'src/a.ts' as never }],
  ])('%s is invalid-input', async (_title, request) => {
    await expect(fixture([]).ask(request)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
