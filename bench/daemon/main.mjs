// What a running daemon costs: how soon it is ready on a data directory that is there, what a tool call reported over HTTP costs its
// agent, and whether the process grows with events.
//   npm run bench daemon -- [--database pglite] [--observations 100000] [--events 20000] [--sessions 1] [--import]
// `--import` sends more rows into the same project over HTTP all the while; `--database postgres` has the daemon use a server.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { openPglite } from '@inkling/engine/pglite';
import { startPostgresCluster } from '../../scripts/postgres-cluster.mjs';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { startDaemon } from '../lib/daemon-process.mjs';
import { summary } from '../lib/statistics.mjs';
import { syntheticRows, withQueries } from '../lib/synthetic-rows.mjs';

const options = benchArguments('daemon');
const { observations, events, sessions: agents } = options;
const PROJECT = 'bench';
/** Tool calls of one session before another takes its place. */
const CALLS_PER_SESSION = 40;
/** How often the process is weighed. */
const WEIGHINGS = 10;
/** Rows of one import request. */
const ROWS_PER_PAGE = 500;
const BUDGET_MS = 100;
const GRACE_MS = 5;
/** Of fewer events the daemon's growth cannot be told from how its memory goes up and down. */
const EVENTS_OF_GROWTH = 10_000;
/** Late answers that are told one by one, with their place among all. */
const LATE_NAMED = 10;

const folder = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
const stateDir = join(folder, 'state');
const print = (line) => process.stdout.write(`${line}\n`);

/** Where the rows are: how the library opens it, what the daemon is told, where it keeps its token, and the end. */
async function openStore() {
  if (options.database === 'postgres') {
    const { url, stop } = await startPostgresCluster();
    const open = async () => ({ database: await openPostgres({ connectionString: url }) });
    return { open, args: ['--database-url', url], home: stateDir, stop };
  }
  const dataDir = join(folder, 'data');
  const open = async () => ({ database: await openPglite({ dataDir }) });
  return { open, args: ['--data-dir', dataDir], home: dataDir, stop: async () => undefined };
}

/** Rows, as an earlier run of the daemon leaves them; answers tool calls about what is in them. */
async function fill(open) {
  const queries = [];
  const memory = await createMemory(await open());
  const org = memory.org('local');
  const rows = syntheticRows({ count: observations, seed: 1, projectId: PROJECT });
  await org.observations.importRows(withQueries(rows, observations, 500, queries));
  await org.warm({ projectId: PROJECT });
  await memory.close();
  return queries;
}

/** Resident memory of a process, MiB, as the kernel counts it. */
function residentMiB(pid) {
  const [, kib] = /VmRSS:\s+(\d+) kB/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kib) / 1024;
}

/** The headers of a request that may do anything. */
const asOwner = () => ({
  authorization: `Bearer ${readFileSync(join(store.home, 'daemon-token'), 'utf8').trim()}`,
  'content-type': 'application/json',
});

function createClient(url) {
  const headers = asOwner();
  return async (call, body) => {
    const [method, path] = call.split(' ');
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${call}: ${JSON.stringify(answer)}`);
    return answer;
  };
}

/** Imports rows that are not there yet, page by page, until it is told to stop; answers how many went in. */
function importBeside(url, headers) {
  let isDone = false;
  const rows = syntheticRows({ count: 1_000_000, seed: 2, projectId: PROJECT, isDone: () => isDone });
  const importing = sendPages(url, headers, rows);
  return async () => {
    isDone = true;
    return importing;
  };
}

async function sendPages(url, headers, rows) {
  let sent = 0;
  let page = [];
  const send = async () => {
    const body = JSON.stringify({ rows: page });
    const answer = await fetch(`${url}/v1/observations/import`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`import: ${await answer.text()}`);
    sent += (await answer.json()).imported;
    page = [];
  };
  for await (const row of rows) {
    page.push(row);
    if (page.length === ROWS_PER_PAGE) await send();
  }
  await send();
  return sent;
}

/** One agent: sessions one after another, each with its tool calls, and a heartbeat that takes a block after every fourth. */
async function play(ask, worker, queries, calls, report) {
  let claimed;
  for (let call = 0; call < calls; call += 1) {
    if (call % CALLS_PER_SESSION === 0) {
      await ask('POST /v1/sessions', { projectId: PROJECT, agentId: 'bench' });
      ({ claimed } = await ask('POST /v1/sessions/claim-next', { workerId: `worker-${worker}` }));
    }
    const { text, path } = queries[(worker * 37 + call) % queries.length];
    const event = {
      type: 'post-tool-use',
      sessionId: claimed.session.id,
      agentId: 'bench',
      projectId: PROJECT,
      toolName: call % 2 === 0 ? 'Edit' : 'Grep',
      toolInput: call % 2 === 0 ? { file_path: path } : { pattern: text },
      emittedAt: Date.now(),
    };
    const startedAt = performance.now();
    const { outcome } = await ask('POST /v1/events', event);
    report(performance.now() - startedAt, outcome);
    if (call % 4 !== 3) continue;
    const heartbeat = { lockToken: claimed.lockToken, ttlMs: 600_000, ackDeliveryId: null };
    const { inject } = await ask(`POST /v1/sessions/${claimed.session.id}/beat`, heartbeat);
    if (inject)
      await ask(`POST /v1/sessions/${claimed.session.id}/beat`, { ...heartbeat, ackDeliveryId: inject.deliveryId });
  }
  await ask(`POST /v1/sessions/${claimed.session.id}/stop`, {});
}

/** MiB for each 10,000 events, by least squares over the later half: the first half fills caches. */
function slope(weights) {
  const later = weights.slice(Math.floor(weights.length / 2));
  const mean = (pick) => later.reduce((sum, each) => sum + pick(each), 0) / later.length;
  const [at, weight] = [mean((each) => each.events), mean((each) => each.mib)];
  const above = later.reduce((sum, each) => sum + (each.events - at) * (each.mib - weight), 0);
  return (10_000 * above) / later.reduce((sum, each) => sum + (each.events - at) ** 2, 0);
}

const store = await openStore();
const queries = await fill(store.open);
const daemon = await startDaemon(store.args, { INKLING_STATE_DIR: stateDir });
try {
  print(`ready after            ${Math.round(daemon.readyMs)} ms, on ${observations} observations`);
  print(`resident at rest       ${Math.round(residentMiB(daemon.pid))} MiB`);
  const ask = createClient(daemon.url);
  const [times, late, outcomes, weights] = [[], [], new Map(), []];
  const stopImport = options.import ? importBeside(daemon.url, asOwner()) : () => Promise.resolve(0);
  for (let round = 0; round < WEIGHINGS; round += 1) {
    const calls = Math.ceil(events / WEIGHINGS / agents);
    const report = (ms, outcome) => {
      times.push(ms);
      if (ms > BUDGET_MS + GRACE_MS) late.push(`${times.length}. ${ms.toFixed(0)} ms ${outcome}`);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    };
    await Promise.all(Array.from({ length: agents }, (_, worker) => play(ask, worker, queries, calls, report)));
    weights.push({ events: times.length, mib: residentMiB(daemon.pid) });
  }
  const imported = await stopImport();
  if (options.import) print(`imported meanwhile     ${imported} observations`);
  print(
    `event over HTTP        ${summary(times)}   ${late.length} of ${times.length} over ${BUDGET_MS + GRACE_MS} ms, ${agents} at once`,
  );
  const growth = times.length < EVENTS_OF_GROWTH ? '' : `, ${slope(weights).toFixed(1)} MiB for each 10,000 events`;
  if (late.length > 0) print(`the first of these     ${late.slice(0, LATE_NAMED).join(', ')}`);
  print(`outcomes               ${[...outcomes].map(([name, count]) => `${name} ${count}`).join(', ')}`);
  print(`resident after ${String(times.length).padEnd(8)}${Math.round(weights.at(-1).mib)} MiB${growth}`);
} finally {
  daemon.child.kill('SIGTERM');
  await once(daemon.child, 'exit');
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
}
