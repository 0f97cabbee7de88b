import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import { createRetrievalLog, type Retrieval, type RetrievalLog } from './retrieval-log.ts';

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

function logOf(write?: (orgId: string, rows: readonly Retrieval[]) => Promise<void>) {
  const clock = createManualClock();
  const written: [string, readonly Retrieval[]][] = [];
  const errors: unknown[] = [];
  const log: RetrievalLog = createRetrievalLog({
    clock,
    write: write ?? ((orgId, rows) => Promise.resolve(void written.push([orgId, rows]))),
    onError: (error) => errors.push(error),
  });
  return { clock, written, errors, log };
}

test('retrievals are written together a second later, one write for each organisation', async () => {
  const { clock, written, log } = logOf();
  log.add(retrieval('one', 's', 'a'));
  log.add(retrieval('two', 's', 'a'));
  log.add(retrieval('one', 't', 'b'));
  expect(written).toEqual([]);
  expect(clock.scheduled).toEqual([1000]);
  clock.advance(1000);
  await log.flush();
  expect(written.map(([orgId, rows]) => [orgId, rows.length])).toEqual([
    ['one', 2],
    ['two', 1],
  ]);
});

test('what was injected is marked in the last retrieval of the session that has it', async () => {
  const { written, log } = logOf();
  log.add(retrieval('one', 's', 'a', 'b'));
  log.add(retrieval('one', 's', 'b'));
  log.add(retrieval('one', 'other', 'b'));
  log.add(retrieval('two', 's', 'b'));
  log.markInjected('one', 's', ['a', 'b', 'unknown']);
  await log.close();
  const injected = written.flatMap(([, rows]) => rows.map((row) => [...row.injectedIds]));
  expect(injected).toEqual([['a'], ['b'], [], []]);
});

test('a write that fails is told, and the next one goes on', async () => {
  let calls = 0;
  const { errors, log } = logOf(() => (++calls === 1 ? Promise.reject(new Error('down')) : Promise.resolve()));
  log.add(retrieval('one', 's', 'a'));
  await log.flush();
  log.add(retrieval('one', 's', 'a'));
  await log.flush();
  expect(errors).toEqual([new Error('down')]);
  expect(calls).toBe(2);
});

test('at most 2000 retrievals wait, one without candidates is none, and a closed log takes nothing', async () => {
  const { written, log } = logOf();
  for (let count = 0; count < 2100; count++) log.add(retrieval('one', 's', 'a'));
  log.add(retrieval('one', 's'));
  await log.close();
  log.add(retrieval('one', 's', 'a'));
  await log.flush();
  expect(written.map(([, rows]) => rows.length)).toEqual([2000]);
});
