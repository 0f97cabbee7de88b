import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/manual-clock.ts';
import type { Database, Statement } from '../../base/database/database.ts';
import { RETRIEVALS_IN_ONE, type Retrieval } from '../../memory/feedback/retrieval-statements.ts';
import { VERB_EVENTS_IN_ONE, type VerbEventRecord } from '../../memory/verb-events/verb-event-statements.ts';
import { wireBackgroundLogs } from './background-logs.ts';

const idOf = (digit: string): string => `018f3c5e-0000-7000-8000-00000000000${digit}`;
const [A, B, UNKNOWN] = [idOf('a'), idOf('b'), idOf('c')];

const EVENT: VerbEventRecord = {
  ...{ sessionId: 's', projectId: null, tool: 'Edit', phase: 'post-verb', path: null, outcome: 'no-match' },
  ...{ reason: null, elapsedMs: 1, lagMs: 0, actualTokens: 0, observationIds: [], degraded: null, endedAt: 0 },
};

const retrieval = (orgId: string, sessionId: string, ...ids: string[]): Omit<Retrieval, 'id' | 'injectedIds'> => ({
  ...{ orgId, sessionId, projectId: null },
  candidates: ids.map((observationId) => ({
    observationId,
    ...{ unweightedRank: 1, weightedRank: 1, relevance: 1, score: 1, weight: 1 },
  })),
});

/** Logs over a database of which one write is known by its organisation. */
function logsOf(
  write: (orgId: string) => Promise<void> = () => Promise.resolve(),
  kind: Database['kind'] = 'postgres',
  clock = createManualClock(),
) {
  const written: { readonly orgId: string; readonly statements: readonly Statement[] }[] = [];
  const errors: unknown[] = [];
  async function batch(orgId: string, statements: readonly Statement[]): Promise<[]> {
    await write(orgId);
    written.push({ orgId, statements });
    return [];
  }
  const tenant: Database['tenant'] = (orgId) => ({
    orgId,
    query: () => Promise.resolve([]),
    batch: (statements) => batch(orgId, statements),
  });
  const logs = wireBackgroundLogs(
    { kind, tenant },
    clock,
    (error) => errors.push(error),
    async (value) => value,
  );
  const add = (...orgIds: string[]): void => orgIds.forEach((orgId) => logs.addVerbEvent(orgId, EVENT));
  return { clock, logs, add, written, errors, orgIds: () => written.map(({ orgId }) => orgId) };
}

const rowsIn = ({ values = [] }: Statement) => JSON.parse(values[1] as string) as Record<string, unknown>[];

/** How many rows each statement writes, by its name. */
const rowsOf = ({ statements }: { readonly statements: readonly Statement[] }): Record<string, number> =>
  Object.fromEntries(statements.map((statement) => [statement.name ?? '', rowsIn(statement).length]));

test('what comes within a second is written together, a second after the first, with one timer', async () => {
  const { clock, logs, add, orgIds } = logsOf();
  add('a');
  clock.advance(999);
  logs.addRetrieval(retrieval('b', 's', A));
  expect([orgIds(), clock.scheduled]).toEqual([[], [1000]]);
  clock.advance(1);
  await logs.flush();
  expect(orgIds().toSorted()).toEqual(['a', 'b']);
  add('c');
  expect(clock.scheduled).toEqual([1000, 1000]);
});

test('a flush does not wait for the second, and its timer is over', async () => {
  let writes = 0;
  const { clock, logs, add } = logsOf(async () => void (writes += 1));
  add('a');
  await logs.flush();
  expect(writes).toBe(1);
  clock.advance(500);
  add('b');
  clock.advance(500);
  await nextTurn();
  expect(writes).toBe(1);
  clock.advance(500);
  await nextTurn();
  expect(writes).toBe(2);
});

test('a write that fails is told, and the next ones are written all the same', async () => {
  const { logs, add, orgIds, errors } = logsOf((orgId) =>
    orgId === 'a' ? Promise.reject(new Error('down')) : Promise.resolve(),
  );
  add('a', 'b');
  await logs.flush();
  expect([orgIds(), errors]).toEqual([['b'], [new Error('down')]]);
});

test.each([
  ['one by one on a server', 'postgres', [1, 1, 1]],
  ['together where the database is embedded', 'pglite', [1, 2, 1]],
] as const)('the writes of one flush go %s, those of a later one behind them', async (_how, kind, expected) => {
  let running = 0;
  const atOnce: number[] = [];
  const { logs, add } = logsOf(async () => {
    running += 1;
    atOnce.push(running);
    await nextTurn();
    running -= 1;
  }, kind);
  add('a', 'b');
  void logs.flush();
  add('c');
  await logs.flush();
  expect(atOnce).toEqual(expected);
});

test.each(['postgres', 'pglite'] as const)(
  'writes to %s that take their time to start leave turns to others',
  async (kind) => {
    const told: string[] = [];
    const clock = createManualClock();
    async function write(orgId: string): Promise<void> {
      clock.advance(0.5);
      told.push(orgId);
    }
    const { logs, add } = logsOf(write, kind, clock);
    add('a', 'b', 'c', 'd');
    for (const turn of [1, 2, 3]) setImmediate(() => told.push(`turn ${turn}`));
    await logs.flush();
    expect(told).toEqual(['a', 'b', 'turn 1', 'turn 2', 'turn 3', 'c', 'd']);
  },
);

test('what comes while a write hangs stays where it is counted, and is taken within a second of its end', async () => {
  let end = (): void => undefined;
  const hanging = new Promise<void>((resolve) => (end = resolve));
  const { clock, add, written } = logsOf((orgId) => (orgId === 'a' ? hanging : Promise.resolve()));
  add('a');
  clock.advance(1000);
  add(...Array<string>(4001).fill('b'));
  clock.advance(1000);
  add('c');
  end();
  await nextTurn();
  expect(written).toHaveLength(1);
  clock.advance(1000);
  await nextTurn();
  expect(written.slice(1).map(({ orgId }) => orgId)).toEqual(Array(4000 / VERB_EVENTS_IN_ONE).fill('b'));
});

test('whoever flushes takes what waits, also while a write hangs', async () => {
  let end = (): void => undefined;
  const hanging = new Promise<void>((resolve) => (end = resolve));
  const { clock, logs, add, orgIds } = logsOf(() => hanging);
  add('a');
  void logs.flush();
  add('b');
  const flushed = logs.flush();
  end();
  await flushed;
  expect([orgIds(), clock.scheduled]).toEqual([
    ['a', 'b'],
    [1000, 1000],
  ]);
});

test('closing writes the rest and sets no timer any more', async () => {
  const { clock, logs, add, orgIds } = logsOf();
  add('a');
  await logs.close();
  add('b');
  clock.advance(1000);
  await nextTurn();
  expect([orgIds(), clock.scheduled]).toEqual([['a'], [1000]]);
});

test('what was taken is written once, in one transaction for both logs of an organisation', async () => {
  const { logs, add, written } = logsOf();
  logs.addRetrieval(retrieval('one', 's', A));
  add('one', 'two', 'one');
  for (let count = 0; count < RETRIEVALS_IN_ONE; count += 1) logs.addRetrieval(retrieval('one', 't', B));
  await logs.flush();
  await logs.flush();
  expect(written.map((write) => [write.orgId, rowsOf(write)])).toEqual([
    ['one', { retrievals_write: RETRIEVALS_IN_ONE, verb_events_write: 2 }],
    ['one', { retrievals_write: 1 }],
    ['two', { verb_events_write: 1 }],
  ]);
});

test('what was injected is marked in the last retrieval of the session that has it', async () => {
  const { logs, written } = logsOf();
  logs.addRetrieval(retrieval('one', 's', A, B));
  logs.addRetrieval(retrieval('one', 's', B));
  logs.addRetrieval(retrieval('one', 'other', B));
  logs.addRetrieval(retrieval('two', 's', B));
  logs.markInjected('one', 's', [A, B, UNKNOWN]);
  await logs.flush();
  const retrievals = written.filter(({ statements: [statement] }) => statement?.name === 'retrievals_write');
  const rows = retrievals.map(({ statements: [statement] }) => rowsIn(statement!));
  expect(rows.map((each) => each.map((row) => row['injected_ids']))).toEqual([[[A], [B], []], [[]]]);
});

test('each of two blocks that are made at the same time has its own retrieval', async () => {
  const { logs, written } = logsOf();
  logs.addRetrieval(retrieval('one', 's', A, B));
  logs.addRetrieval(retrieval('one', 's', A));
  logs.markInjected('one', 's', [A]);
  logs.markInjected('one', 's', [A, B]);
  // The third one's was written before.
  logs.markInjected('one', 's', [A]);
  await logs.flush();
  const statements = written.flatMap((write) => write.statements);
  expect(statements.map(({ name }) => name)).toEqual(['retrievals_write', 'retrievals_late']);
  expect(rowsIn(statements[0]!).map((row) => row['injected_ids'])).toEqual([[A, B], [A]]);
});

test('what came into a block when its retrieval was taken already is written a second later, behind it', async () => {
  const { clock, logs, written } = logsOf();
  logs.addRetrieval(retrieval('one', 's', A));
  clock.advance(1000);
  logs.markInjected('one', 's', [A]);
  clock.advance(1000);
  await logs.flush();
  expect(written.map(({ orgId, statements }) => [orgId, statements.map(({ name }) => name)])).toEqual([
    ['one', ['retrievals_write']],
    ['one', ['retrievals_late']],
  ]);
  expect(written[1]?.statements[0]?.values?.slice(0, 3)).toEqual(['one', ['s'], [A]]);
});

test('at most 2000 retrievals wait, and one without candidates is none', async () => {
  const { clock, logs, written } = logsOf();
  logs.addRetrieval(retrieval('one', 's'));
  expect(clock.scheduled).toEqual([]);
  for (let count = 0; count < 2100; count += 1) logs.addRetrieval(retrieval('one', 's', A));
  await logs.flush();
  logs.addRetrieval(retrieval('one', 's', A));
  await logs.flush();
  const rows = written.map((write) => rowsOf(write)['retrievals_write'] ?? 0);
  expect([rows.reduce((sum, count) => sum + count, 0), rows.at(-1)]).toEqual([2001, 1]);
});
