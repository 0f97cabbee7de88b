import { createMemory, type Database } from '@inkling/engine';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { startMaintenance } from '../../src/daemon/maintenance.ts';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { fakeClock } from './fake-clock.ts';

const HOUR_MS = 3_600_000;

const stateDirectory = temporaryDirectory();
afterAll(() => removeDirectory(stateDirectory));

test('what was said in a session that nobody goes on with is captured, and it stays open', async () => {
  const database = await openTestDatabase('pglite');
  const memory = await createMemory({ database });
  const { sessions, activities, observations } = memory.org('one');
  const talk = async (id: string, silentForMs: number, [asked, answered]: readonly [string, string]): Promise<void> => {
    await sessions.create({ id, projectId: 'p' });
    await sessions.claim(id, { workerId: 'agent-hooks', ttlMs: 24 * HOUR_MS - silentForMs });
    await activities.append(id, [
      { type: 'action', body: { event: 'prompt', text: asked } },
      { type: 'response', body: { text: answered } },
      { type: 'action', body: { event: 'edit', path: 'src/importer.ts' } },
    ]);
  };
  await talk('yesterday', 20 * HOUR_MS, [
    'Where does the importer stop?',
    'It stops at the first row that it cannot read.',
  ]);
  await talk('idle', 1.5 * HOUR_MS, [
    'Which cookie keeps a login alive?',
    'A login lives as long as the browser session.',
  ]);
  await talk('busy', 0.5 * HOUR_MS, ['Who rotates the signing keys?', 'A job rotates them every Monday.']);
  const said = async (sessionId: string): Promise<number> => observations.count({ sessionId });
  const clock = fakeClock(Date.now());
  const onError = (error: unknown): never => {
    throw error;
  };
  const job = startMaintenance({ database, memory, stateDirectory, clock, onError });
  clock.due.shift()?.();
  await expect.poll(() => said('yesterday'), { timeout: 30_000 }).toBe(2);
  expect(await said('idle')).toBe(2);
  await talk('silent', 1.5 * HOUR_MS, [
    'Why is the nightly backup so large?',
    'Thumbnails are packed with the originals.',
  ]);
  await talk('long silent', 3 * HOUR_MS, [
    'What limits uploads from phones?',
    'The proxy takes ten megabytes at most.',
  ]);
  clock.due.shift()?.();
  await expect.poll(() => said('silent'), { timeout: 30_000 }).toBe(2);
  await job.stop();
  expect([await said('idle'), await said('busy'), await said('long silent')]).toEqual([2, 0, 0]);
  expect(await sessions.get('idle')).toMatchObject({ status: 'claimed' });
  expect((await observations.list()).rows.map(({ kind }) => kind)).not.toContain('session_summary');
  await memory.close();
}, 60_000);

test('after a night in which the machine slept all sessions that fell silent meanwhile are captured, however many', async () => {
  const database = await openTestDatabase('pglite');
  const memory = await createMemory({ database });
  const { sessions, activities, observations } = memory.org('one');
  let now = Date.now();
  const asked: string[] = [];
  const operator: Database['operator'] = {
    ...database.operator,
    query: (statement) => (asked.push(statement.text), database.operator.query(statement)),
  };
  const clock = { ...fakeClock(now), now: () => now };
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const job = startMaintenance({ database: { operator }, memory, stateDirectory, clock, onError });
  clock.due.shift()?.();
  // The first run takes all that there are, and has read them when it looks for what to purge.
  await expect.poll(() => asked.some((text) => text.includes('session_verb_events'))).toBe(true);
  const ids = Array.from({ length: 105 }, (_, index) => `silent-${index}`);
  for (const [index, id] of ids.entries()) {
    await sessions.create({ id, projectId: 'p' });
    const silentForMs = (index % 2 === 0 ? 15 : 2.01) * HOUR_MS;
    await sessions.claim(id, { workerId: 'agent-hooks', ttlMs: 24 * HOUR_MS - silentForMs });
    await activities.append(id, [
      { type: 'action', body: { event: 'prompt', text: `Which rows does table number ${index} hold?` } },
      { type: 'response', body: { text: `Table number ${index} holds the rows of customer ${index}.` } },
    ]);
  }
  now += 16 * HOUR_MS;
  clock.due.shift()?.();
  const captured = async (id: string): Promise<boolean> => (await observations.count({ sessionId: id })) > 0;
  const missing = async (): Promise<readonly string[]> => {
    const found = await Promise.all(ids.map(captured));
    return ids.filter((_, index) => !found[index]);
  };
  await expect.poll(missing, { timeout: 60_000, interval: 500 }).toEqual([]);
  await job.stop();
  expect(errors).toEqual([]);
  await memory.close();
}, 120_000);
