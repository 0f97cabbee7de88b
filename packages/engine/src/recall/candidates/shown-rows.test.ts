import { expect, test } from 'vitest';
import type { Observation } from '../../memory/observations/observation.ts';
import type { RecalledObservation, RecalledTalk } from '../memory-store.ts';
import { shownRows } from './shown-rows.ts';

const TALK: RecalledTalk = { title: 'retries', replaces: null, revisits: null, exchangeIds: ['a'], lines: [] };

function row(id: string, relevance: number, more: Partial<Observation> = {}, talk?: RecalledTalk): RecalledObservation {
  const observation = { id, kind: 'commit', sessionId: null, metadata: {}, ...more } as Observation;
  const ranks = { relevance, score: relevance, unweightedRank: 1, weightedRank: 1 };
  return talk === undefined ? { observation, ...ranks } : { observation, ...ranks, talk };
}

const idsOf = (rows: readonly RecalledObservation[]): string[] => shownRows(rows).map(({ id }) => id);

test('a talk that is far behind the best one is about something else; other rows stay', () => {
  const rows = [row('best', 0.9, {}, TALK), row('near', 0.6, {}, TALK), row('far', 0.5, {}, TALK), row('commit', 0.3)];
  expect(idsOf(rows)).toEqual(['best', 'near', 'commit']);
});

test('beside a talk nothing that was taken from it', () => {
  const taken = { sessionId: 's', metadata: { capture: { detector: 'decision' } } };
  const rows = [
    row('talk', 0.9, { kind: 'exchange', sessionId: 's' }, TALK),
    row('taken', 0.8, { ...taken, kind: 'decision' }),
    row('taken when it went on', 0.8, { ...taken, sessionId: 's~2', kind: 'decision' }),
    row('error', 0.8, { ...taken, kind: 'error' }),
    row('said by a person', 0.8, { sessionId: 's', kind: 'decision' }),
    row('another talk', 0.8, { ...taken, sessionId: 't', kind: 'decision' }),
  ];
  expect(idsOf(rows)).toEqual(['talk', 'error', 'said by a person', 'another talk']);
});

test('beside a statement no summary of its session that says it too, whichever is first', () => {
  const of = (kind: Observation['kind'], content: string, sessionId = 's') => ({
    ...{ kind, content, sessionId },
    metadata: { capture: { detector: 'decision' } },
  });
  const summary = of('session_summary', 'Session: Ports? Settled: Use port 9100. Never log bodies. Tests passed last.');
  const port = row('port', 0.8, of('decision', 'Use port 9100.'));
  const bodies = row('bodies', 0.7, of('convention', 'Never log bodies.'));
  const other = row('other', 0.6, of('decision', 'Use port 9100.', 't'));
  expect(idsOf([port, row('summary', 0.8, summary), bodies, other])).toEqual(['port', 'bodies', 'other']);
  expect(idsOf([row('summary', 0.9, summary), port, other])).toEqual(['port', 'other']);
  expect(idsOf([row('summary', 0.9, summary), other])).toEqual(['summary', 'other']);
});

test('a talk comes along with the row that stands for it', () => {
  expect(shownRows([row('x', 0.9, {}, TALK)])[0]?.talk).toBe(TALK);
  expect(shownRows([row('x', 0.9)])[0]?.talk).toBeUndefined();
});

test('beside talks no exchange alone, without them any; a weak talk is shown when asked for', () => {
  const exchange = row('alone', 0.9, { kind: 'exchange', sessionId: 's' });
  expect(idsOf([row('talk', 0.9, {}, TALK), exchange])).toEqual(['talk']);
  expect(idsOf([exchange])).toEqual(['alone']);
  const rows = [row('best', 0.9, {}, TALK), row('far', 0.1, {}, TALK)];
  expect(shownRows(rows, 0).map(({ id }) => id)).toEqual(['best', 'far']);
});
