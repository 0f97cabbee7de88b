import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { createRetrievalLog, type Retrieval } from './retrieval-log.ts';

const candidate = (observationId: string) => ({
  observationId,
  unweightedRank: 1,
  weightedRank: 1,
  relevance: 1,
  score: 1,
  weight: 1,
});
const retrieval = (orgId: string, sessionId: string, ...ids: string[]) => ({
  orgId,
  sessionId,
  projectId: null,
  candidates: ids.map(candidate),
});

function logOf() {
  let told = 0;
  const log = createRetrievalLog({ clock: createManualClock(), onWaiting: () => (told += 1) });
  const taken = (): [string, Retrieval[]][] => [...log.take()].map(([orgId, rows]) => [orgId, [...rows]]);
  return { log, taken, told: () => told };
}

test('retrievals are handed out once, by organisation', () => {
  const { log, taken, told } = logOf();
  log.add(retrieval('one', 's', 'a'));
  log.add(retrieval('two', 's', 'a'));
  log.add(retrieval('one', 't', 'b'));
  expect(told()).toBe(3);
  expect(taken().map(([orgId, rows]) => [orgId, rows.length])).toEqual([
    ['one', 2],
    ['two', 1],
  ]);
  expect(taken()).toEqual([]);
});

test('what was injected is marked in the last retrieval of the session that has it', () => {
  const { log, taken } = logOf();
  log.add(retrieval('one', 's', 'a', 'b'));
  log.add(retrieval('one', 's', 'b'));
  log.add(retrieval('one', 'other', 'b'));
  log.add(retrieval('two', 's', 'b'));
  log.markInjected('one', 's', ['a', 'b', 'unknown']);
  const injected = taken().flatMap(([, rows]) => rows.map((row) => [...row.injectedIds]));
  expect(injected).toEqual([['a'], ['b'], [], []]);
});

test('at most 2000 retrievals wait, and one without candidates is none', () => {
  const { log, taken, told } = logOf();
  log.add(retrieval('one', 's'));
  expect(told()).toBe(0);
  for (let count = 0; count < 2100; count++) log.add(retrieval('one', 's', 'a'));
  expect(taken().map(([, rows]) => rows.length)).toEqual([2000]);
});
