import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../test/git-fixture.ts';
import { startDetached } from './start-detached.ts';

let home: string;
beforeEach(() => {
  home = temporaryDirectory();
});
afterEach(() => {
  removeDirectory(home);
});

/** A program that tells how it was started, in place of a daemon's facts. */
const TELLING = `process.send({ type: 'ready', facts: { args: process.argv.slice(2), arenas: process.env.MALLOC_ARENA_MAX } });`;

function startTelling(environment: NodeJS.ProcessEnv): Promise<unknown> {
  const program = path.join(home, 'telling.mjs');
  writeFileSync(program, TELLING);
  return startDetached(['up', '--detach', '--port', '0'], { program, environment });
}

test('the program is started again without --detach, with few arenas for what its threads allocate', async () => {
  const facts = { args: ['up', '--port', '0'], arenas: '2' };
  expect(await startTelling({})).toEqual({ kind: 'ready', facts });
});

test('who has set the number of arenas keeps it', async () => {
  expect(await startTelling({ MALLOC_ARENA_MAX: '7' })).toMatchObject({ facts: { arenas: '7' } });
});
