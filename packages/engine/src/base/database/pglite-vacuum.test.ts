import { expect, test } from 'vitest';
import { createVacuumer } from './pglite-vacuum.ts';

/** Two tables behind a log that grows as the test says. */
function twoTables() {
  let bytes = 5000;
  const commands: string[] = [];
  const vacuumer = createVacuumer({
    run: ({ name }) =>
      Promise.resolve(name ? [{ bytes: String(bytes) }] : [{ name: 'public.a' }, { name: 'public.b' }]),
    command: (text) => Promise.resolve(commands.push(text.replace('vacuum (truncate off) ', ''))),
    limit: 100,
  });
  return { vacuumer, commands, write: (more: number) => void (bytes += more) };
}

test('what was written before the database opened counts for nothing, and less than the limit neither', async () => {
  const { vacuumer, commands, write } = twoTables();
  await vacuumer.begin();
  expect(await vacuumer.next()).toBe(false);
  write(99);
  expect(await vacuumer.next()).toBe(false);
  expect(commands).toEqual([]);
});

test('then each table in turn, once', async () => {
  const { vacuumer, commands, write } = twoTables();
  await vacuumer.begin();
  write(100);
  expect(await vacuumer.next()).toBe(true);
  write(40);
  expect(await vacuumer.next()).toBe(false);
  expect(commands).toEqual(['public.a', 'public.b']);
  expect(await vacuumer.next()).toBe(false);
  write(60);
  expect(await vacuumer.next()).toBe(true);
  expect(commands).toEqual(['public.a', 'public.b', 'public.a']);
});
