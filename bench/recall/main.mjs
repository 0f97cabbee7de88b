// How long recall and a whole session-start block take, beside the database's own full-text search in the same run.
//   npm run bench recall -- [--sizes 1000,10000] [--databases pglite,postgres] [--queries 300]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { openPglite } from '@inkling/engine/pglite';
import { startPostgresCluster } from '../../scripts/postgres-cluster.mjs';
import { createCorpus } from '../lib/corpus.mjs';
import { percentile, summary } from '../lib/statistics.mjs';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000' },
    databases: { type: 'string', default: 'pglite,postgres' },
    queries: { type: 'string', default: '300' },
  },
});
const ORG = 'bench';
const PROJECT = 'bench';

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

async function timeEach(queries, ask) {
  const times = [];
  for (const query of queries) times.push((await timed(() => ask(query)))[0]);
  return times;
}

/** Plain full-text search as a project would write it: a generated tsvector, a GIN index, any word, ranked. */
async function createPlainSearch(database) {
  await database.operator.batch([
    {
      text: `create table plain_search (id uuid primary key, body text not null,
        words tsvector generated always as (to_tsvector('english', body)) stored)`,
      script: true,
    },
    { text: `insert into plain_search (id, body) select id, content from observations`, script: true },
    { text: `create index on plain_search using gin (words)`, script: true },
    { text: `analyze plain_search`, script: true },
  ]);
  return (query) =>
    database.operator.query({
      text: `select id from plain_search,
        (select replace(plainto_tsquery('english', $1)::text, ' & ', ' | ')::tsquery as wanted) as query
        where words @@ wanted order by ts_rank(words, wanted, 1) desc limit 20`,
      values: [query.text],
    });
}

async function measure(kind, size, database) {
  const memory = await createMemory({ database });
  const org = memory.org(ORG);
  const { inputs, queries } = createCorpus(size, { projectId: PROJECT, queries: Number(options.queries) });
  const [addMs, written] = await timed(() => org.observations.rememberMany(inputs));
  const [loadMs] = await timed(() => org.warm({ projectId: PROJECT }));
  const recall = (query) => org.recall({ projectId: PROJECT, queryText: query.text, paths: [query.path] });
  const block = (query) =>
    org.buildSessionMemoryBlock({
      sessionId: 'bench',
      workType: 'feature',
      projectId: PROJECT,
      queryText: query.text,
    });
  await timeEach(queries.slice(0, 30), recall);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const recalls = await timeEach(queries, recall);
  const blocks = await timeEach(queries, block);
  delay.disable();
  const plain = await timeEach(queries, await createPlainSearch(database));
  const created = written.filter((row) => row.created).length;
  process.stdout.write(
    [
      `${kind}, ${created} observations: stored in ${(addMs / 1000).toFixed(1)} s, index loaded in ${loadMs.toFixed(0)} ms`,
      `  recall            ${summary(recalls)}`,
      `  whole block       ${summary(blocks)}`,
      `  plain full text   ${summary(plain)}`,
      `  plain / recall    ${(percentile(plain, 0.5) / percentile(recalls, 0.5)).toFixed(1)} times at p50, ` +
        `${(percentile(plain, 0.99) / percentile(recalls, 0.99)).toFixed(1)} times at p99`,
      `  longest stall of the calling thread ${(delay.max / 1e6).toFixed(1)} ms`,
      '',
    ].join('\n'),
  );
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

for (const size of options.sizes.split(',').map(Number)) {
  if (options.databases.includes('pglite')) await onPglite(size);
  if (options.databases.includes('postgres')) await onPostgres(size);
}
