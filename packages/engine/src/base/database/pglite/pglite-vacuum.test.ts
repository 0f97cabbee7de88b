import { expect, test } from 'vitest';
import { createVacuumer, createCheckpointer } from './pglite-vacuum.ts';
import type { Statement } from '../database.ts';

/** Two tables behind a log that grows as the test says. */
function twoTables() {
  let bytes = 5000;
  const counts = { deleted: 0, dead: 0 };
  const vacuumed: string[] = [];
  const vacuumer = createVacuumer({
    run: ({ text }) =>
      Promise.resolve(
        text.includes('as bytes')
          ? [{ bytes: String(bytes) }]
          : [
              { name: 'public.a', deleted: 0, dead: 0 },
              { name: 'public.b', ...counts },
            ],
      ),
    vacuum: (table) => Promise.resolve(vacuumed.push(table)),
    limit: 100,
  });
  return { vacuumer, vacuumed, counts, write: (more: number) => void (bytes += more) };
}

test('what was written before the database opened counts for nothing, and less than the limit neither', async () => {
  const { vacuumer, vacuumed, write } = twoTables();
  await vacuumer.begin();
  expect(await vacuumer.next()).toBe(false);
  write(99);
  expect(await vacuumer.next()).toBe(false);
  expect(vacuumed).toEqual([]);
});

test('then each table in turn, once', async () => {
  const { vacuumer, vacuumed, write } = twoTables();
  await vacuumer.begin();
  write(100);
  expect(await vacuumer.next()).toBe(true);
  write(40);
  expect(await vacuumer.next()).toBe(false);
  expect(vacuumed).toEqual(['public.a', 'public.b']);
  expect(await vacuumer.next()).toBe(false);
  write(60);
  expect(await vacuumer.next()).toBe(true);
  expect(vacuumed).toEqual(['public.a', 'public.b', 'public.a']);
});

test('a table of which rows were deleted, once for what was deleted, and one with many old versions of rows', async () => {
  const { vacuumer, vacuumed, counts } = twoTables();
  await vacuumer.begin();
  counts.deleted = 1;
  expect(await vacuumer.next()).toBe(false);
  expect(await vacuumer.next()).toBe(false);
  expect(vacuumed).toEqual(['public.b']);
  counts.dead = 999;
  await vacuumer.next();
  expect(vacuumed).toHaveLength(1);
  counts.dead = 1000;
  await vacuumer.next();
  expect(vacuumed).toEqual(['public.b', 'public.b']);
});

function checkpointerWithLog(bytes: number): { afterRequest: () => Promise<void>; asked: string[] } {
  const asked: string[] = [];
  const run = async ({ text }: Statement): Promise<Record<string, unknown>[]> => {
    asked.push(text === 'checkpoint' ? text : 'look');
    return [{ bytes: String(bytes) }];
  };
  return { afterRequest: createCheckpointer(run, { every: 3, limit: 1000 }), asked };
}

test('it looks once in so many requests and leaves a short log alone', async () => {
  const { afterRequest, asked } = checkpointerWithLog(1000);
  for (let request = 0; request < 7; request += 1) await afterRequest();
  expect(asked).toEqual(['look', 'look']);
});

test('it makes a checkpoint when the log is longer than the limit', async () => {
  const { afterRequest, asked } = checkpointerWithLog(1001);
  for (let request = 0; request < 3; request += 1) await afterRequest();
  expect(asked).toEqual(['look', 'checkpoint']);
});
