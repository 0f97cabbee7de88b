import { expect, test } from 'vitest';
import type { Observation } from '../../memory/observations/observation.ts';
import type { Authorizer } from '../../memory/policy/authorizer.ts';
import { expandTalks, type TalkPorts } from './expand-talks.ts';
import type { RecalledObservation } from '../memory-store.ts';
import type { ResolvedRecall } from '../resolve-request.ts';

function exchange(id: string, sessionId: string, content: string, createdAt: string): Observation {
  const base = { orgId: 'o', projectId: 'p', agentId: 'a', kind: 'exchange', classification: 'internal', metadata: {} };
  return { ...base, id, sessionId, content, createdAt } as unknown as Observation;
}

const EARLIER = [
  exchange('e1', 'early', 'User: the retries are wild', '2026-04-01T00:00:00.000Z'),
  exchange('e2', 'early', 'Agent: 5 attempts.\n\nUser: No, exactly 7.', '2026-04-01T00:01:00.000Z'),
];
const LATER = [exchange('l1', 'late', 'User: Amendment: exactly 9 attempts now.', '2026-05-01T00:00:00.000Z')];
const MORE = [1, 2, 3, 4].map((n) => exchange(`m${n}`, `more${n}`, 'User: more', '2026-04-03T00:00:00.000Z'));
const COMMIT = { ...exchange('c', 'early', 'fix', '2026-04-02T00:00:00.000Z'), kind: 'commit' };

const rowOf = (observation: Observation): RecalledObservation => ({
  observation,
  relevance: 0.5,
  score: 1,
  unweightedRank: 1,
  weightedRank: 1,
});

function expand(rows: readonly Observation[], latest: Record<string, string> = {}, denied: readonly string[] = []) {
  // One decision counts for all with the same attributes, so what is denied has one of its own.
  const authorizer: Authorizer = {
    authorize: (_principal, _verb, resources) =>
      Promise.resolve(
        resources.map(({ classification }) => ({
          ...{ allowed: classification !== 'restricted', policy: 'p', reason: 'as classified' },
        })),
      ),
  };
  const classified = (row: Observation): Observation =>
    denied.includes(row.id) ? { ...row, classification: 'restricted' } : row;
  const ports = {
    talks: () => ({
      getTalks: ({ sessionIds }: { sessionIds: readonly string[] }) =>
        Promise.resolve(
          [...EARLIER, ...LATER, ...MORE]
            .filter(({ sessionId }) => sessionIds.includes(sessionId ?? ''))
            .map(classified),
        ),
      amendments: { latest: () => Promise.resolve(new Map(Object.entries(latest))) },
    }),
    authorizer,
    onError: () => undefined,
  } as unknown as TalkPorts;
  const resolved = { scope: { orgId: 'o', projectId: 'p' } } as ResolvedRecall;
  return expandTalks(ports, { orgId: 'o', queryText: 'q' }, resolved, rows.map(rowOf), new AbortController().signal);
}

test('an exchange brings the talk around it; other rows stay as they are', async () => {
  const rows = await expand([EARLIER[1]!, COMMIT]);
  expect(rows.map(({ observation }) => observation.id)).toEqual(['e2', 'c']);
  expect(rows[0]?.talk).toMatchObject({ title: 'the retries are wild', replaces: null, exchangeIds: ['e1', 'e2'] });
  expect(rows[0]?.talk?.lines.map(({ text }) => text)).toEqual(['the retries are wild', 'No, exactly 7.']);
  expect(rows[1]?.talk).toBeUndefined();
});

test('of what was amended the later talk, once, with the date of the earlier', async () => {
  const rows = await expand([EARLIER[0]!, LATER[0]!], { early: 'late' });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.observation.id).toBe('l1');
  expect(rows[0]?.talk).toMatchObject({ replaces: '2026-04-01T00:00:00.000Z', exchangeIds: ['l1'] });
});

test('what was amended by a talk that the viewer may not read is not shown as if it held', async () => {
  expect(await expand([EARLIER[0]!], { early: 'late' }, ['l1'])).toEqual([]);
});

test('parts that the viewer may not read are not in the talk', async () => {
  const [row] = await expand([EARLIER[0]!], {}, ['e2']);
  expect(row?.talk?.lines.map(({ text }) => text)).toEqual(['the retries are wild']);
});

test('the talks of the best four are read; behind them an exchange stands for itself, unless it was amended', async () => {
  const rows = await expand([...MORE, EARLIER[0]!]);
  expect(rows.map(({ talk }) => talk?.exchangeIds)).toEqual([['m1'], ['m2'], ['m3'], ['m4'], undefined]);
  expect(await expand([...MORE, EARLIER[0]!], { early: 'late' })).toHaveLength(4);
});
