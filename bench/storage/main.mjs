// What the embedded database costs: `npm run bench storage`. Medians and p99 in ms; compare the ratios, not the machines.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { InklingError } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { benchArguments } from '../lib/bench-arguments.mjs';

const { rounds: ROUNDS } = benchArguments('storage');
const folder = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
const print = (line) => process.stdout.write(`${line}\n`);
const fixed = (value) => value.toFixed(2).padStart(8);

/** Runs the variants in turn within each round, so that a busy moment hits all of them; ratios are to the first. */
async function compare(variants) {
  const times = variants.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, [, work]] of variants.entries()) {
      const start = performance.now();
      await work(round);
      times[index].push(performance.now() - start);
    }
  }
  const sorted = times.map((list) => list.toSorted((a, b) => a - b));
  const at = (list, share) => list[Math.floor(ROUNDS * share)];
  for (const [index, [label]] of variants.entries()) {
    const median = at(sorted[index], 0.5);
    const ratio = `${(median / at(sorted[0], 0.5)).toFixed(2)}x`;
    print(`${label.padEnd(46)} p50 ${fixed(median)}  p99 ${fixed(at(sorted[index], 0.99))}  ${ratio}`);
  }
}

async function timeOpen(label, options) {
  const start = performance.now();
  const database = await openPglite(options);
  const rss = Math.round(process.memoryUsage().rss / 2 ** 20);
  print(`${label.padEnd(46)} ${fixed(performance.now() - start)}  rss ${rss} MiB`);
  return database;
}

const read = { text: 'select count(*) as n from import_cursors where org_id = $1', values: ['bench'] };
const write = (source) => ({
  text: `insert into import_cursors (org_id, source, cursor) values ($1, $2, '{}')`,
  values: ['bench', String(source)],
});

async function statements({ operator, tenant }) {
  const org = tenant('bench');
  print(`\nOne statement in a transaction of its own, ${ROUNDS} rounds`);
  await compare([
    ['read as the owner', () => operator.query({ ...read, name: 'bench_owner' })],
    ['read as an organisation (role and setting)', () => org.query({ ...read, name: 'bench_tenant' })],
    ['read as the owner, unnamed', () => operator.query(read)],
    ['read as an organisation, unnamed', () => org.query(read)],
    ['`select 1` (thread, wire, transaction)', () => operator.query({ text: 'select 1', values: [], name: 'bench_1' })],
    ['message to another thread and back, nothing else', () => echo.ask()],
  ]);
}

/** The floor under every call: one message to an idle thread and its answer. */
function startEcho() {
  const code = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', (m) => parentPort.postMessage(m));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  return {
    ask: () =>
      new Promise((resolve) => {
        worker.once('message', resolve);
        worker.postMessage(read);
      }),
    end: () => worker.terminate(),
  };
}

async function commits(first, second) {
  print(`\nA small commit, ${ROUNDS} rounds`);
  const insert = (database, round) => database.tenant('bench').query(write(round));
  await compare([
    ["durability 'process'", (round) => insert(first, round)],
    ["durability 'power'", (round) => insert(second, round)],
  ]);
}

function logSize(dataDir) {
  const log = join(dataDir, 'postgres', 'pg_wal');
  return readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0) / 2 ** 20;
}

async function main() {
  const [processDir, powerDir] = [join(folder, 'process'), join(folder, 'power')];
  print('Opening');
  const memory = await timeOpen('in memory, from the template', {});
  await statements(memory);
  await memory.close();
  print('\nOpening');
  const first = await timeOpen("new directory, from the template, 'process'", {
    dataDir: processDir,
    durability: 'process',
  });
  const second = await timeOpen("new directory, from the template, 'power'", {
    dataDir: powerDir,
    durability: 'power',
  });
  await commits(first, second);
  await Promise.all([first.close(), second.close()]);
  print('\nOpening');
  const again = await timeOpen("existing directory, 'power'", { dataDir: powerDir, durability: 'power' });
  await again.close();
  print(`log of the directory: ${logSize(powerDir).toFixed(0)} MiB`);
}

const echo = startEcho();
try {
  await main();
} catch (error) {
  print(InklingError.isInstance(error) ? `${error.code}: ${error.message}` : String(error));
  process.exitCode = 1;
} finally {
  await echo.end();
  rmSync(folder, { recursive: true, force: true });
}
