import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openPglite } from '@inkling/engine/pglite';
import { describe, expect, test } from 'vitest';
import { directoryOptions } from '../../src/base/database/pglite/pglite-durable-fs.ts';
import type { Durability } from '../../src/base/database/pglite/pglite-protocol.ts';
import { createDiskJournal, type DiskEvent } from '../setup/disk-journal.ts';
import { createRandom, cutPower } from '../setup/power-cut.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const ROWS = 120;
const bodyOf = (number: number): string => `row ${number} `.repeat(40 + (number % 30));

interface Recording {
  readonly before: string;
  readonly events: readonly DiskEvent[];
}

/** Commits, checkpoints, changes of the log segment and new, grown and dropped tables, with everything written down. */
async function recordWork(durability: Durability): Promise<Recording> {
  const folder = temporaryDirectory();
  const before = join(folder, 'before');
  await openPglite({ dataDir: folder, durability: 'process' }).then((database) => database.close());
  const cluster = join(folder, 'postgres');
  cpSync(cluster, before, { recursive: true });
  const journal = createDiskJournal(cluster);
  const pglite = await PGlite.create(journal.record(directoryOptions(cluster, durability)));
  await pglite.exec('create table power (number integer primary key, body text not null, changed integer not null)');
  for (let number = 0; number < ROWS; number += 1) {
    await pglite.query('insert into power values ($1, $2, 0)', [number, bodyOf(number)]);
    journal.acknowledge(number);
    await disturb(pglite, number);
  }
  await pglite.close();
  return { before, events: journal.events };
}

async function disturb(pglite: PGlite, number: number): Promise<void> {
  await pglite.query('update power set changed = changed + 1 where number % 7 = $1', [number % 7]);
  if (number % 30 === 20) await pglite.exec('checkpoint');
  if (number % 40 === 30) await pglite.exec('select pg_switch_wal()');
  if (number % 25 === 10) await pglite.exec(`create table side_${number} as select * from power`);
  if (number % 25 === 20) await pglite.exec(`drop table side_${number - 10}`);
}

/** Acknowledged rows that are missing or wrong after a power cut behind the first `count` events. */
async function lostRows({ before, events }: Recording, count: number, seed: number): Promise<number[]> {
  const target = join(temporaryDirectory(), 'after');
  cutPower(before, target, events, count, createRandom(seed));
  const pglite = await PGlite.create(directoryOptions(target, 'process'));
  // By the index and by the table: both must have come back.
  await pglite.exec('set enable_seqscan = off');
  const byIndex = await pglite.query<{ number: number; body: string }>(
    'select number, body from power order by number',
  );
  await pglite.exec('set enable_seqscan = on; set enable_indexscan = off; set enable_bitmapscan = off');
  const byTable = await pglite.query<{ number: number; body: string }>(
    'select number, body from power order by number',
  );
  await pglite.close();
  expect(byTable.rows).toEqual(byIndex.rows);
  const found = new Map(byTable.rows.map(({ number, body }) => [number, body]));
  return acknowledged(events, count).filter((number) => found.get(number) !== bodyOf(number));
}

function acknowledged(events: readonly DiskEvent[], count: number): number[] {
  return events.slice(0, count).flatMap((event) => (event.type === 'acknowledge' ? [event.number] : []));
}

/** Moments spread over the whole recording, from the first acknowledged row on. */
function moments(events: readonly DiskEvent[], howMany: number): number[] {
  const first = events.findIndex(({ type }) => type === 'acknowledge') + 1;
  const random = createRandom(20261122);
  const width = (events.length - first) / howMany;
  return Array.from({ length: howMany }, (_, index) => Math.floor(first + (index + random()) * width));
}

describe('a power cut, simulated from the order of writes and syncs', () => {
  test("durability 'power': at 24 moments the directory opens and has every acknowledged row", async () => {
    const recording = await recordWork('power');
    for (const [seed, count] of moments(recording.events, 24).entries()) {
      expect({ count, lost: await lostRows(recording, count, seed) }).toEqual({ count, lost: [] });
    }
  }, 600_000);

  test("durability 'process' asks for no sync at all and loses rows, so the simulation can tell", async () => {
    const recording = await recordWork('process');
    expect(recording.events.filter(({ type }) => type === 'sync')).toEqual([]);
    const outcomes: string[] = [];
    for (const [seed, count] of moments(recording.events, 3).entries()) {
      outcomes.push(
        await lostRows(recording, count, seed).then(
          (lost) => `lost ${lost.length}`,
          () => 'damaged',
        ),
      );
    }
    expect(outcomes).not.toContain('lost 0');
  }, 600_000);
});
