import { openPglite } from '@inkling/engine/pglite';
import { expect, test } from 'vitest';
import { startChild } from '../setup/start-child.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const ROUNDS = 10;
/** Acknowledged rows after which each round kills: from at once to some hundred, so that the moment differs. */
const rowsOfRound = (round: number): number => 1 + ((round * 37) % 150);

/** Writes until that many rows are acknowledged, kills without a warning, answers the last acknowledged number. */
async function writeAndKill(dataDir: string, durability: string, rows: number): Promise<number> {
  const child = startChild('pglite-child.mjs', [dataDir, durability, 'write']);
  const seen: string[] = [];
  while (seen.length <= rows) {
    const { value, done } = await child.lines.next();
    if (done) throw new Error(`the writing process ended by itself after: ${seen.slice(-3).join(', ')}`);
    seen.push(value);
  }
  seen.push(...(await child.kill()));
  expect(seen[0]).toBe('open');
  return Number(seen.at(-1));
}

test(`kill -9 while writing, ${ROUNDS} times on one directory: it opens each time and has every acknowledged row`, async () => {
  const dataDir = temporaryDirectory();
  let acknowledged = -1;
  for (let round = 0; round < ROUNDS; round += 1) {
    acknowledged = await writeAndKill(dataDir, round % 5 === 4 ? 'power' : 'process', rowsOfRound(round));
  }
  const database = await openPglite({ dataDir });
  const rows = await database.tenant('crash').query<{ source: string }>({
    text: 'select source from import_cursors where org_id = $1 order by source::int',
    values: ['crash'],
  });
  await database.close();
  // A row may be committed and its acknowledgement lost in the kill; the next round counted it and went on behind it.
  const numbers = rows.map(({ source }) => Number(source));
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index));
  expect(numbers.length).toBeGreaterThan(acknowledged);
}, 300_000);
