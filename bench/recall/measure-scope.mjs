import { createMemory } from '@inkling/engine';
import { stallText, watchStalls } from '../lib/stall-monitor.mjs';
import { percentile, summary } from '../lib/statistics.mjs';
import { createPlainSearch } from './plain-search.mjs';
import { syntheticRows, withQueries } from '../lib/synthetic-rows.mjs';

const ORG = 'bench';
const PROJECT = 'bench';
const WARM_UP = 'warm-up';
/** Plain search over many rows takes seconds a query: it is asked for as long as this, and at least once. */
const PLAIN_MS = 20_000;

/** A million observations take more than the default. */
const MAX_INDEX_BYTES = 4 * 2 ** 30;

/** An import of fewer rows would end before the queries beside it. */
const LEAST_BESIDE = 20_000;

/** Asked while the index that was just loaded is still written to disk. */
const FIRST_QUERIES = 100;

const print = (label, text) => process.stdout.write(`  ${label.padEnd(22)} ${text}\n`);

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

/** The milliseconds of each answer, and how many were not the usual ones. */
async function timeEach(queries, ask, budgetMs = Number.POSITIVE_INFINITY) {
  const end = performance.now() + budgetMs;
  const times = [];
  let unusual = 0;
  for (const query of queries) {
    const [ms, answer] = await timed(() => ask(query));
    times.push(ms);
    if (answer?.degraded || answer?.outcome === 'deadline-exceeded') unusual += 1;
    if (performance.now() > end) break;
  }
  return { times, unusual };
}

async function watched(idle, label, queries, ask) {
  const watch = await watchStalls(idle, () => timeEach(queries, ask));
  const { times, unusual } = watch.result;
  print(label, `${summary(times)}   ${stallText(watch)}${unusual > 0 ? `   ${unusual} degraded or out of time` : ''}`);
  return percentile(times, 0.5);
}

/** Measures `work` while an import runs beside it. */
async function besideImport(org, size, kind, work) {
  let isDone = false;
  const rows = syntheticRows({
    count: Math.max(size, LEAST_BESIDE),
    seed: 2,
    projectId: PROJECT,
    kind,
    isDone: () => isDone,
  });
  const [importMs, { imported }] = await timed(async () => {
    const importing = org.observations.importRows(rows);
    await work().finally(() => (isDone = true));
    return importing;
  });
  print('', `${imported} observations were imported meanwhile, ${((1000 * imported) / importMs).toFixed(0)} a second`);
}

async function fill(org, { size, kind, wanted, idle }) {
  const queries = [];
  const rows = withQueries(syntheticRows({ count: size, seed: 1, projectId: PROJECT, kind }), size, wanted, queries);
  const [ms, watch] = await timed(() => watchStalls(idle, () => org.observations.importRows(rows)));
  if (watch.result.imported !== size) throw new Error(`${watch.result.imported} of ${size} rows were stored`);
  print('add', `${(ms / size).toFixed(3)} ms an observation, ${(ms / 1000).toFixed(1)} s   ${stallText(watch)}`);
  return queries;
}

async function load(org, label, size, idle) {
  const before = process.memoryUsage.rss();
  const [ms, watch] = await timed(() => watchStalls(idle, () => org.warm({ projectId: PROJECT })));
  if (!watch.result) throw new Error('The index was not loaded.');
  const bytes = process.memoryUsage.rss() - before;
  print(label, `${ms.toFixed(0)} ms, ${((1000 * ms) / size).toFixed(1)} µs an observation   ${stallText(watch)}`);
  // The thread, the index in it, its garbage and, embedded, what the database read.
  print(
    '',
    `the process grew by ${(bytes / 2 ** 20).toFixed(0)} MiB, ${(bytes / size).toFixed(0)} bytes an observation`,
  );
}

const onError = (error) => process.stderr.write(`${String(error)}\n`);

/** Fills one scope, measures everything in it and answers the median of recall. `settle` resolves when the database has tidied up after what was stored. */
export async function measureScope({ open, settle, size, kind, queries: wanted, idle }) {
  const database = await open();
  const memory = await createMemory({ database, maxIndexBytes: MAX_INDEX_BYTES, onError });
  const org = memory.org(ORG);
  // The first statement of a process compiles the patterns of secrets; once for all scopes.
  await memory.org(WARM_UP).observations.rememberMany([{ content: 'One.' }, { content: 'Two.' }]);
  const queries = await fill(org, { size, kind, wanted, idle });
  const [settleMs] = await timed(settle);
  print('tidying up', `${(settleMs / 1000).toFixed(1)} s`);
  await load(org, 'load from the store', size, idle);
  const recall = (query) => org.recall({ projectId: PROJECT, queryText: query.text, paths: [query.path] });
  const block = ({ text: queryText }) =>
    org.buildSessionMemoryBlock({ sessionId: 'bench', workType: 'feature', projectId: PROJECT, queryText });
  await watched(idle, 'recall, just loaded', queries.slice(0, FIRST_QUERIES), recall);
  const median = await watched(idle, 'recall', queries, recall);
  await watched(idle, 'whole block', queries, block);
  await besideImport(org, size, kind, async () => {
    await watched(idle, 'recall, importing', queries, recall);
    await watched(idle, 'whole block, importing', queries, block);
  });
  const plain = await timeEach(queries, await createPlainSearch(database), PLAIN_MS);
  print('plain full text', `${summary(plain.times)}   ${plain.times.length} queries`);
  print('plain / recall', `${(percentile(plain.times, 0.5) / median).toFixed(1)} times at p50`);
  await memory.close();
  return median;
}
