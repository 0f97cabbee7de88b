import { expect, test } from 'vitest';
import type { Observation } from '../../memory/observations/observation.ts';
import type { LaterTalks, TalkPlace } from '../../memory/observations/write/amendments.ts';
import type { TalkSource } from '../scopes/scope-entry.ts';
import type { AllowedCandidate } from './authorize-candidates.ts';
import { addUpLinkedTalks } from './linked-talks.ts';

const FLOOR = 0.25;

function candidate(id: string, sessionId: string | null, relevance: number, kind = 'exchange'): AllowedCandidate {
  const observation = { id, sessionId, kind } as Partial<Observation> as Observation;
  return { hit: { id, relevance, score: relevance }, observation } as AllowedCandidate;
}

/** Raises what it is given; `asked`: the sessions that the store was asked for. */
async function addUp(candidates: readonly AllowedCandidate[], later: Record<string, Partial<LaterTalks>> = {}) {
  const asked: (readonly string[])[] = [];
  const all = new Map(Object.entries(later).map(([id, links]) => [id, { replacing: [], revisiting: [], ...links }]));
  const amendments = {
    later(talks: readonly TalkPlace[]) {
      const ids = talks.map(({ sessionId }) => sessionId);
      asked.push(ids);
      return Promise.resolve(new Map([...all].filter(([id]) => ids.includes(id))));
    },
  };
  const source = { amendments } as unknown as TalkSource;
  const raised = await addUpLinkedTalks(candidates, FLOOR, source, new AbortController().signal);
  return { asked, relevances: raised.map(({ hit }) => Number(hit.relevance.toFixed(3))) };
}

const PAIR = [candidate('a', 'early', 0.2), candidate('b', 'late', 0.15)];

test.each([
  ['a later talk that came back to the earlier', { early: { revisiting: ['late'] } }],
  ['a later talk that replaces the earlier', { early: { replacing: ['late'] } }],
  ['the nearer one being the later', { late: { revisiting: ['early'] } }],
])('two talks that are linked count together: %s', async (_name, later) => {
  expect((await addUp(PAIR, later)).relevances).toEqual([0.32, 0.32]);
});

test('two that have nothing to do with each other do not', async () => {
  expect(await addUp(PAIR, { early: { revisiting: ['other'] } })).toEqual({
    asked: [['early', 'late']],
    relevances: [0.2, 0.15],
  });
});

test('only the best exchange of the two nearest talks is raised', async () => {
  const more = [candidate('c', 'early', 0.15), candidate('d', 'third', 0.05), candidate('e', 'late', 0.22, 'decision')];
  const later = { early: { revisiting: ['late', 'third'] } };
  expect((await addUp([...PAIR, ...more], later)).relevances).toEqual([0.32, 0.32, 0.15, 0.05, 0.22]);
  // The second is another one than the linked.
  const between = candidate('f', 'unlinked', 0.17);
  expect((await addUp([...PAIR, between], later)).relevances).toEqual([0.2, 0.15, 0.17]);
});

test('the store is asked only where it can matter', async () => {
  const later = { early: { revisiting: ['late'] } };
  for (const candidates of [
    [],
    [candidate('a', 'early', 0.2)],
    [candidate('a', 'early', 0.25), candidate('b', 'late', 0.2)],
    // 0.28 together is over the floor, and not by enough for two.
    [candidate('a', 'early', 0.2), candidate('b', 'late', 0.1)],
    [candidate('a', null, 0.2), candidate('b', 'late', 0.2)],
  ]) {
    const { asked, relevances } = await addUp(candidates, later);
    expect(asked).toEqual([]);
    expect(relevances).toEqual(candidates.map(({ hit }) => hit.relevance));
  }
});
