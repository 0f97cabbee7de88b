import { expect, test } from 'vitest';
import type { Observation } from '../../memory/observations/observation.ts';
import type { Authorizer } from '../../memory/policy/authorizer.ts';
import { expandTalks, type TalkPorts } from './expand-talks.ts';
import type { RecalledObservation } from '../memory-store.ts';
import type { SearchFilter } from '../../memory/search/search.ts';
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
const LATEST = [exchange('n1', 'last', 'User: Amendment: jitter is off.', '2026-06-01T00:00:00.000Z')];
const MORE = [1, 2, 3, 4].map((n) => exchange(`m${n}`, `more${n}`, 'User: more', '2026-04-03T00:00:00.000Z'));
const COMMIT = { ...exchange('c', 'early', 'fix', '2026-04-02T00:00:00.000Z'), kind: 'commit' };

function statement(id: string, kind: string, content: string, sessionId = 'early'): Observation {
  const metadata = { capture: { detector: 'ruling', activity: 3 } };
  return { ...exchange(id, sessionId, content, '2026-04-01T00:01:00.000Z'), kind, metadata };
}

const RULE = statement('rule', 'decision', 'Exactly 7 attempts.');
const SUMMARY = statement('summary', 'session_summary', 'Session: fix it. Settled: Exactly 7 attempts.');
const UNTOUCHED = statement('untouched', 'convention', 'Reports are written as UTF-8 without a mark.');

const rowOf = (observation: Observation): RecalledObservation => ({
  observation,
  relevance: 0.5,
  score: 1,
  unweightedRank: 1,
  weightedRank: 1,
});

interface Known {
  /** For each session the later ones that changed it. */
  readonly later?: Record<string, readonly string[]>;
  /** For each session the later ones that came back to it. */
  readonly revisiting?: Record<string, readonly string[]>;
  readonly denied?: readonly string[];
  readonly asking?: string;
  readonly filter?: SearchFilter;
}

function expand(
  rows: readonly Observation[],
  { later = {}, revisiting = {}, denied = [], asking, filter = {} }: Known = {},
) {
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
          [...EARLIER, ...LATER, ...LATEST, ...MORE]
            .filter(({ sessionId }) => sessionIds.includes(sessionId ?? ''))
            .map(classified),
        ),
      amendments: {
        later: () =>
          Promise.resolve(
            new Map(
              [...Object.keys(later), ...Object.keys(revisiting)].map((id) => [
                id,
                { replacing: later[id] ?? [], revisiting: revisiting[id] ?? [] },
              ]),
            ),
          ),
      },
    }),
    authorizer,
    onError: () => undefined,
  } as unknown as TalkPorts;
  const resolved = { scope: { orgId: 'o', projectId: 'p' }, asking: asking ?? null, filter } as ResolvedRecall;
  return expandTalks(ports, { orgId: 'o', queryText: 'q' }, resolved, rows.map(rowOf), new AbortController().signal);
}

const idsOf = (rows: readonly { readonly observation: Observation }[]): string[] =>
  rows.map(({ observation }) => observation.id);

test('an exchange brings the talk around it; other rows stay as they are', async () => {
  const rows = await expand([EARLIER[1]!, COMMIT]);
  expect(rows.map(({ observation }) => observation.id)).toEqual(['e2', 'c']);
  expect(rows[0]?.talk).toMatchObject({ title: 'the retries are wild', replaces: null, exchangeIds: ['e1', 'e2'] });
  expect(rows[0]?.talk?.lines.map(({ text }) => text)).toEqual(['the retries are wild', 'No, exactly 7.']);
  expect(rows[1]?.talk).toBeUndefined();
});

test('of what was amended the later talk, once, with the date of the earlier', async () => {
  const rows = await expand([EARLIER[0]!, LATER[0]!], { later: { early: ['late'] } });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.observation.id).toBe('l1');
  expect(rows[0]?.talk).toMatchObject({ replaces: '2026-04-01T00:00:00.000Z', exchangeIds: ['l1'] });
});

test('what was amended by a talk that the viewer may not read is not shown as if it held', async () => {
  expect(await expand([EARLIER[0]!], { later: { early: ['late'] }, denied: ['l1'] })).toEqual([]);
});

test('before a talk the newest one that came back to it without saying that it changes it, once', async () => {
  const revisiting = { early: ['late', 'last'], more1: ['last'] };
  const rows = await expand([EARLIER[0]!, COMMIT, EARLIER[1]!, MORE[0]!, LATEST[0]!], { revisiting });
  expect(idsOf(rows)).toEqual(['n1', 'e1', 'c', 'm1']);
  expect(rows[0]?.talk).toMatchObject({ revisits: '2026-04-01T00:00:00.000Z', replaces: null, exchangeIds: ['n1'] });
  expect(rows[1]?.talk).toMatchObject({ revisits: null, replaces: null });
  // Found by itself before, it stays where it was found.
  expect(idsOf(await expand([LATEST[0]!, EARLIER[0]!], { revisiting }))).toEqual(['n1', 'e1']);
});

test('only one talk is shown beside those that were found', async () => {
  const rows = await expand([EARLIER[0]!, MORE[0]!], { revisiting: { early: ['last'], more1: ['late'] } });
  expect(idsOf(rows)).toEqual(['n1', 'e1', 'm1']);
});

test('also what was taken from a talk has the later one before it, and what was changed has what holds', async () => {
  expect(idsOf(await expand([RULE], { revisiting: { early: ['late'] } }))).toEqual(['l1', 'rule']);
  const rows = await expand([EARLIER[0]!], { later: { early: ['late'] }, revisiting: { early: ['last'] } });
  expect(idsOf(rows)).toEqual(['n1', 'l1']);
  expect(rows[0]?.talk?.revisits).toBe(LATER[0]!.createdAt);
});

test('what came back before it was changed holds no more; who asks for one session gets no other', async () => {
  const changed = { later: { early: ['last'] }, revisiting: { early: ['late'] } };
  expect(idsOf(await expand([EARLIER[0]!], changed))).toEqual(['n1']);
  const filter = { sessionId: 'early' };
  expect(idsOf(await expand([EARLIER[0]!], { revisiting: { early: ['late'] }, filter }))).toEqual(['e1']);
});

test('a later talk that the viewer may not read is not told of, and the earlier one stays', async () => {
  const rows = await expand([EARLIER[0]!], { revisiting: { early: ['late'] }, denied: ['l1'] });
  expect(idsOf(rows)).toEqual(['e1']);
  expect(rows[0]?.talk?.revisits).toBeNull();
});

test('parts that the viewer may not read are not in the talk', async () => {
  const [row] = await expand([EARLIER[0]!], { denied: ['e2'] });
  expect(row?.talk?.lines.map(({ text }) => text)).toEqual(['the retries are wild']);
});

test('the talks of the best four are read; behind them an exchange stands for itself, unless it was amended', async () => {
  const rows = await expand([...MORE, EARLIER[0]!]);
  expect(rows.map(({ talk }) => talk?.exchangeIds)).toEqual([['m1'], ['m2'], ['m3'], ['m4'], undefined]);
  expect(await expand([...MORE, EARLIER[0]!], { later: { early: ['late'] } })).toHaveLength(4);
});

test('statements that say what a later talk changed give way to it, once; what it has nothing to do with stays', async () => {
  const later = { early: ['late'] };
  const rows = await expand([SUMMARY, RULE, UNTOUCHED, EARLIER[0]!], { later });
  expect(idsOf(rows)).toEqual(['l1', 'untouched']);
  expect(rows[0]?.talk?.replaces).toBe('2026-04-01T00:00:00.000Z');
  expect(idsOf(await expand([RULE, LATER[0]!], { later }))).toEqual(['l1']);
  expect(idsOf(await expand([statement('resumed', 'decision', RULE.content, 'early~2')], { later }))).toEqual(['l1']);
  expect(idsOf(await expand([SUMMARY, RULE, UNTOUCHED]))).toEqual(['summary', 'rule', 'untouched']);
});

test('a talk that changed a statement counts also when a still later one changed something else', async () => {
  const rows = await expand([RULE, UNTOUCHED], { later: { early: ['late', 'last'] } });
  expect(idsOf(rows)).toEqual(['n1', 'untouched']);
});

test('what a person or a run said is no part of the talk; an error that a session met stays', async () => {
  const byHand = { ...RULE, id: 'by-hand', metadata: {} };
  const error = { ...RULE, id: 'error', kind: 'error' };
  expect(idsOf(await expand([byHand, error], { later: { early: ['late'] } }))).toEqual(['by-hand', 'error']);
});

test('a viewer who may not read the later talk is told neither of it nor of what it changed', async () => {
  const rows = await expand([SUMMARY, RULE, UNTOUCHED], { later: { early: ['late'] }, denied: ['l1'] });
  expect(idsOf(rows)).toEqual(['untouched']);
  expect(rows[0]?.talk).toBeUndefined();
});

test('of a later talk that is gone, what was taken from it tells what it changed', async () => {
  const later = { early: ['gone'] };
  const newer = statement('newer', 'decision', 'Exactly 9 attempts now.', 'gone');
  expect(idsOf(await expand([RULE, newer, UNTOUCHED], { later }))).toEqual(['newer', 'untouched']);
  expect(idsOf(await expand([RULE, UNTOUCHED], { later }))).toEqual(['rule', 'untouched']);
});

test('the session that changed it is shown neither its own talk nor what it changed', async () => {
  const rows = await expand([RULE, EARLIER[0]!], { later: { early: ['late'] }, asking: 'late~2' });
  expect(rows).toEqual([]);
});
