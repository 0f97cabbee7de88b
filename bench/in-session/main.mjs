// What an event costs its caller: handleVerbEvent over a real memory, with 1 and with 16 sessions at once, while an import writes
// beside it; and how often the answer came later than the budget and 5 ms.
//   npm run bench in-session -- [--sizes 1000,10000,100000] [--databases pglite,postgres] [--events 2000] [--sessions 1,16] [--import on]
//     [--kind commit]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { openPglite } from '@inkling/engine/pglite';
import { startPostgresCluster } from '../../scripts/postgres-cluster.mjs';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { controlText, countingControl, idleDelay, stallText, watchStalls } from '../lib/stall-monitor.mjs';
import { summary } from '../lib/statistics.mjs';
import { syntheticRows, withQueries } from '../lib/synthetic-rows.mjs';

const options = benchArguments('in-session');
const idle = await idleDelay();
process.stdout.write(`${controlText(await countingControl())}\n`);
const ORG = 'bench';
const PROJECT = 'bench';
const BUDGET_MS = 100;
const GRACE_MS = 5;
/** Tool calls of one session before another takes its place: what a session has seen grows with them. */
const CALLS_PER_SESSION = 40;

let imports = 1;

/** Imports rows that are not there yet into the same project until it is told to stop. */
function importBeside(org) {
  imports += 1;
  let isDone = false;
  const rows = syntheticRows({
    count: 1_000_000,
    seed: imports,
    projectId: PROJECT,
    kind: options.kind,
    isDone: () => isDone,
  });
  const importing = org.observations.importRows(rows);
  return async () => {
    isDone = true;
    return (await importing).imported;
  };
}

async function playSessions(injector, queries, atOnce, events) {
  const times = [];
  const outcomes = {};
  let next = 0;
  async function playOne(session) {
    for (let call = 0; next < events; call += 1) {
      const { text, path } = queries[next % queries.length];
      next += 1;
      const sessionId = `s${atOnce}-${session}-${Math.floor(call / CALLS_PER_SESSION)}`;
      const event = { phase: 'pre-verb', sessionId, orgId: ORG, projectId: PROJECT, agentId: 'bench', tool: 'Edit' };
      const start = performance.now();
      const { outcome } = await injector.handleVerbEvent({
        ...event,
        paths: [path],
        query: text,
        emittedAt: Date.now(),
      });
      times.push(performance.now() - start);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, session) => playOne(session)));
  return { times, outcomes };
}

async function measure(kind, size, database) {
  const memory = await createMemory({ database });
  const org = memory.org(ORG);
  const queries = [];
  const rows = syntheticRows({ count: size, seed: 1, projectId: PROJECT, kind: options.kind });
  await org.observations.importRows(withQueries(rows, size, 1000, queries));
  await org.warm({ projectId: PROJECT });
  const capability = { supportsMessageInjection: true, injectMessage: async () => undefined };
  // The log is left out: what is measured is what the caller waits for.
  const injector = org.createInSessionInjector({ capability, recordInjection: async () => undefined });
  await playSessions(injector, queries, 1, 200);
  for (const isImporting of options.import === 'on' ? [false, true] : [false]) {
    for (const atOnce of options.sessions) {
      const stop = isImporting ? importBeside(org) : async () => 0;
      const watch = await watchStalls(idle, () => playSessions(injector, queries, atOnce, options.events));
      const { times, outcomes } = watch.result;
      const written = await stop();
      const late = times.filter((ms) => ms > BUDGET_MS + GRACE_MS).length;
      const kinds = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
      process.stdout.write(
        `${kind}, ${size} observations, ${String(atOnce).padStart(2)} at once${isImporting ? `, ${written} imported meanwhile` : ''}\n` +
          `  ${summary(times)}\n  ${kinds.join(', ')}; later than ${BUDGET_MS + GRACE_MS} ms: ${late} of ${times.length}   ${stallText(watch)}\n`,
      );
    }
  }
  await memory.close();
}

async function onPglite(size) {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
  try {
    await measure('PGlite', size, await openPglite({ dataDir: join(folder, 'data') }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPostgres(size) {
  const cluster = await startPostgresCluster();
  try {
    await measure('PostgreSQL', size, await openPostgres({ connectionString: cluster.url }));
  } finally {
    await cluster.stop();
  }
}

for (const size of options.sizes) {
  if (options.databases.includes('pglite')) await onPglite(size);
  if (options.databases.includes('postgres')) await onPostgres(size);
}
