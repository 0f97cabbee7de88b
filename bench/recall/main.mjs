// How long recall and a whole session-start block take, quiet and beside an import, next to the database's own full-text search in
// the same run; what an index costs to load and to hold; how long the calling thread stalls meanwhile.
//   npm run bench recall -- [--sizes 1000,10000] [--databases pglite,postgres] [--queries 300] [--kind commit]
// The full run is `--sizes 1000,10000,100000,1000000`. `--pglite-max` bounds the embedded database, which stores more slowly than a
// server: 100,000 observations take it a minute.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openPostgres } from '@inkling/engine/pg';
import { openPglite } from '@inkling/engine/pglite';
import { startPostgresCluster } from '../../scripts/postgres-cluster.mjs';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { controlText, countingControl, idleDelay } from '../lib/stall-monitor.mjs';
import { measureScope } from './measure-scope.mjs';

const options = benchArguments('recall');
const { sizes, queries, kind } = options;
const idle = await idleDelay();
process.stdout.write(`${controlText(await countingControl())}\n`);

/** An embedded database tidies up when it is idle. */
const onPglite = (folder, measure) =>
  measure(
    () => openPglite({ dataDir: join(folder, 'data') }),
    async () => undefined,
  );

async function onPostgres(_folder, measure) {
  const cluster = await startPostgresCluster();
  try {
    return await measure(
      () => openPostgres({ connectionString: cluster.url }),
      () => vacuum(cluster.url),
    );
  } finally {
    await cluster.stop();
  }
}

/** What a server does by itself within minutes of so many rows, on one of the two processors: it would run beside what is to be quiet. */
async function vacuum(connectionString) {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('vacuum (analyze)');
  await client.end();
}

/** Measures one size in a folder of its own. */
async function measureIn(run, size) {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
  try {
    return await run(folder, (open, settle) => measureScope({ open, settle, size, kind, queries, idle }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const DATABASES = [
  { key: 'pglite', name: 'PGlite', run: onPglite, most: options['pglite-max'] },
  { key: 'postgres', name: 'PostgreSQL', run: onPostgres, most: Number.POSITIVE_INFINITY },
];

const growth = [];
for (const { key, name, run, most } of DATABASES) {
  if (!options.databases.includes(key)) continue;
  const medians = [];
  for (const size of sizes.filter((each) => each <= most)) {
    process.stdout.write(`${name}, ${size} observations in one scope\n`);
    medians.push({ size, median: await measureIn(run, size) });
  }
  const [first, last] = [medians.find(({ size }) => size >= 10_000), medians.at(-1)];
  if (first && last && last.size > first.size) growth.push({ name, first, last });
}
for (const { name, first, last } of growth) {
  const factor = (last.median / first.median).toFixed(2);
  process.stdout.write(
    `${name}: p50 of recall grows ${factor} times from ${first.size} to ${last.size} observations\n`,
  );
}
