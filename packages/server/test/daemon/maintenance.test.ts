import { createMemory, type Database, type Memory } from '@inkling/engine';
import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { startMaintenance } from '../../src/daemon/maintenance.ts';

import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { fakeClock } from './fake-clock.ts';

const HOUR_MS = 3_600_000;

const stateDirectory = temporaryDirectory();
afterAll(() => removeDirectory(stateDirectory));

test('once an hour the blocks of ended sessions are purged, of every organisation, when they are older than 30 days', async () => {
  const database = await openTestDatabase('pglite');
  const memory = await createMemory({ database });
  for (const orgId of ['one', 'two']) {
    const org = memory.org(orgId);
    for (const id of ['ended', 'open']) {
      await org.sessions.create({ id });
      await org.enqueueMemoryInject({ sessionId: id, text: 'a block' });
    }
    await org.sessions.stop('ended');
  }
  const left = async (orgId: string, id: string): Promise<number> =>
    (await memory.org(orgId).listMemoryInjects(id)).length;

  const early = fakeClock(Date.now() + 29 * 24 * HOUR_MS);
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const first = startMaintenance({ database, memory, stateDirectory, clock: early, onError });
  early.due.shift()?.();
  await first.stop();
  expect(await left('one', 'ended')).toBe(1);

  const late = fakeClock(Date.now() + 31 * 24 * HOUR_MS);
  const second = startMaintenance({ database, memory, stateDirectory, clock: late, onError });
  // Not stopped before it has looked at both: stopping ends a run between two organisations.
  late.due.shift()?.();
  await expect.poll(() => left('two', 'ended'), { timeout: 30_000 }).toBe(0);
  await expect.poll(() => left('one', 'ended'), { timeout: 30_000 }).toBe(0);
  await second.stop();
  expect([await left('one', 'open'), await left('two', 'open')]).toEqual([1, 1]);
  expect(late.waits).toEqual([300_000, HOUR_MS]);
  expect(late.due).toEqual([]);
  expect(errors).toEqual([]);
  await memory.close();
}, 60_000);

test('the log of retrievals is purged also of an organisation that only recalls', async () => {
  const database = await openTestDatabase('pglite');
  const memory = await createMemory({ database });
  const org = memory.org('one');
  await org.observations.remember({ content: 'Tokens are compared in constant time.', projectId: 'p' });
  await org.warm({ projectId: 'p' });
  await org.recall({ projectId: 'p', queryText: 'compare tokens in constant time', sessionId: 's' });
  const logged = async (): Promise<unknown> =>
    (await database.operator.query({ text: 'select count(*)::int as n from session_retrievals', values: [] }))[0]?.[
      'n'
    ];
  await expect.poll(logged, { timeout: 30_000 }).toBe(1);
  const clock = fakeClock(Date.now() + 31 * 24 * HOUR_MS);
  const errors: unknown[] = [];
  const job = startMaintenance({ database, memory, stateDirectory, clock, onError: (error) => errors.push(error) });
  clock.due.shift()?.();
  await expect.poll(logged, { timeout: 30_000 }).toBe(0);
  await job.stop();
  expect(errors).toEqual([]);
  await memory.close();
}, 60_000);

test('the session of an agent that was killed is stopped and told, without an outcome; other workers’ sessions wait for their next', async () => {
  const database = await openTestDatabase('pglite');
  const memory = await createMemory({ database });
  const { sessions, activities, observations, feedback } = memory.org('one');
  for (const [id, workerId] of [
    ['killed', 'agent-hooks'],
    ['orphaned', 'a worker'],
  ] as const) {
    await sessions.create({ id, projectId: 'p' });
    await sessions.claim(id, { workerId, ttlMs: 1 });
  }
  await sessions.create({ id: 'running' });
  await sessions.claim('running', { workerId: 'agent-hooks' });
  await activities.append('killed', [
    { type: 'action', body: { event: 'prompt', text: 'No, use pnpm instead of npm.' } },
    { type: 'action', body: { event: 'edit', path: 'src/a.ts' } },
  ]);
  const clock = fakeClock(Date.now());
  const told: string[] = [];
  const onAbandoned = (orgId: string, sessionId: string): void => void told.push(`${orgId}/${sessionId}`);
  const onError = (error: unknown): never => {
    throw error;
  };
  const job = startMaintenance({ database, memory, stateDirectory, clock, onError, onAbandoned });
  clock.due.shift()?.();
  await expect.poll(() => told, { timeout: 30_000 }).toEqual(['one/killed']);
  await job.stop();
  expect(await sessions.get('killed')).toMatchObject({ status: 'stopped', outcome: null, workerId: null });
  expect((await sessions.get('killed'))?.endReason).toContain('abandoned');
  expect(await sessions.get('orphaned')).toMatchObject({ status: 'claimed' });
  expect(await sessions.get('running')).toMatchObject({ status: 'claimed' });
  // What it learned is captured as at any end, and nobody judged it.
  const kinds = async (): Promise<readonly string[]> => (await observations.list()).rows.map(({ kind }) => kind);
  await expect.poll(kinds, { timeout: 30_000 }).toContain('session_summary');
  const { rows } = await observations.list();
  expect(rows.every(({ weight }) => weight === 1)).toBe(true);
  expect(await Promise.all(rows.map(({ id }) => feedback.history(id)))).toEqual(rows.map(() => []));
  await memory.close();
}, 60_000);

test('a run that takes longer than an hour ends before the next one begins, and stopping waits for both', async () => {
  const events: string[] = [];
  const waiting: (() => void)[] = [];
  const query = async (): Promise<never> => {
    events.push('begun');
    await new Promise<void>((resolve) => waiting.push(resolve));
    throw new Error('ended');
  };
  const clock = fakeClock(0);
  const job = startMaintenance({
    database: { operator: { query } } as unknown as Database,
    memory: {} as Memory,
    stateDirectory,
    clock,
    onError: () => events.push('ended'),
  });
  clock.due.shift()?.();
  clock.due.shift()?.();
  const stopped = job.stop().then(() => events.push('stopped'));
  for (let run = 0; run < 2; run += 1) {
    await expect.poll(() => waiting).toHaveLength(1);
    waiting.pop()?.();
  }
  await stopped;
  expect(events).toEqual(['begun', 'ended', 'begun', 'ended', 'stopped']);
});

test('what fails is told, and the next run is scheduled all the same', async () => {
  const database = await openTestDatabase('pglite');
  const memory = await createMemory({ database });
  await memory.close();
  const clock = fakeClock(0);
  const errors: unknown[] = [];
  const job = startMaintenance({ database, memory, stateDirectory, clock, onError: (error) => errors.push(error) });
  clock.due.shift()?.();
  expect(clock.due).toHaveLength(1);
  await job.stop();
  expect(errors).toHaveLength(1);
  expect(clock.due).toEqual([]);
}, 60_000);

test('what an organisation no longer keeps is forgotten', async () => {
  const database = await openTestDatabase('pglite');
  const memory = await createMemory({ database });
  const { observations, config } = memory.org('one');
  await observations.rememberMany([
    { content: 'An old failure.', kind: 'error', createdAt: '2020-01-01T00:00:00.000Z' },
    { content: 'An old decision.', kind: 'decision', createdAt: '2020-01-01T00:00:00.000Z' },
  ]);
  await config.retention.set({ error: 30 }, { actor: 'ann' });
  const clock = fakeClock(Date.now());
  const errors: unknown[] = [];
  const maintenance = startMaintenance({
    database,
    memory,
    stateDirectory,
    clock,
    onError: (error) => errors.push(error),
  });
  clock.due.shift()?.();
  await expect.poll(() => observations.count(), { timeout: 30_000 }).toBe(1);
  await maintenance.stop();
  expect(errors).toEqual([]);
  await memory.close();
}, 60_000);

test('exchanges are forgotten after 90 days though nobody set a retention', async () => {
  const database = await openTestDatabase('pglite');
  const memory = await createMemory({ database });
  const orgIds = ['one', 'two'];
  const countOf = async (orgId: string): Promise<number> => memory.org(orgId).observations.count();
  for (const orgId of orgIds) {
    const exchange = { kind: 'exchange', sessionId: 's', createdAt: '2020-01-01T00:00:00.000Z' };
    await memory.org(orgId).observations.remember({ content: 'User: why is it slow?', ...exchange });
    await memory.org(orgId).observations.remember({ content: 'Slow.', ...exchange, kind: 'decision' });
  }
  const clock = fakeClock(Date.now());
  const errors: unknown[] = [];
  const job = startMaintenance({ database, memory, stateDirectory, clock, onError: (error) => errors.push(error) });
  clock.due.shift()?.();
  await expect.poll(() => Promise.all(orgIds.map(countOf)), { timeout: 30_000 }).toEqual([1, 1]);
  await job.stop();
  expect(errors).toEqual([]);
  await memory.close();
}, 60_000);

test('once an hour the log of the hook command is put aside when it is full; what is in its way is told', async () => {
  const database = await openTestDatabase('pglite');
  const memory = await createMemory({ database });
  const file = path.join(stateDirectory, 'hook.log');
  const errors: unknown[] = [];
  const clock = fakeClock(Date.now());
  const hour = async (): Promise<void> => {
    const job = startMaintenance({ database, memory, stateDirectory, clock, onError: (error) => errors.push(error) });
    clock.due.shift()?.();
    await job.stop();
  };
  appendFileSync(file, 'few\n');
  await hour();
  expect(readFileSync(file, 'utf8')).toBe('few\n');
  appendFileSync(file, 'x'.repeat(2 ** 20));
  await hour();
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  expect(statSync(`${file}.1`).size).toBe(2 ** 20 + 4);
  expect(errors).toEqual([]);
  const inTheWay = temporaryDirectory();
  const other = path.join(inTheWay, 'hook.log');
  appendFileSync(other, 'x'.repeat(2 ** 20 + 1));
  mkdirSync(path.join(`${other}.1`, 'directory'), { recursive: true });
  const job = startMaintenance({ database, memory, stateDirectory: inTheWay, clock, onError: (e) => errors.push(e) });
  clock.due.shift()?.();
  await job.stop();
  expect(errors).toHaveLength(1);
  removeDirectory(inTheWay);
  await memory.close();
}, 60_000);
