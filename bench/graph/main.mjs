// Writing and searching the knowledge graph: `npm run bench graph -- [--sizes 1000,10000,100000] [--databases pglite,postgres]`.
// Names are made of common words as those of a code base are, each node has two edges, and every hundredth edge goes to one of ten
// hubs. No step takes longer than its limit: writing stops at 240 s and goes on with what is written, searching at 30 s, and both say so.
import { createMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { openPglite } from '@inkling/engine/pglite';
import { startPostgresCluster } from '../../scripts/postgres-cluster.mjs';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { createRandom } from '../lib/random.mjs';
import { percentile, summary } from '../lib/statistics.mjs';

const { sizes: SIZES, databases } = benchArguments('graph');
const WRITE_LIMIT_MS = 240_000;
const SEARCH_LIMIT_MS = 30_000;
const SEARCHES = 300;
const CHUNK = 2000;
const HUBS = 10;
const WORDS =
  'user order cart price token session auth cache queue event batch index graph query parser writer reader store client server route policy file path node edge stream buffer lock retry clock timer config schema record page cursor block line memory search score rank weight merge split build check clean close open start stop send receive publish subscribe handler service controller factory manager provider adapter driver engine'.split(
    ' ',
  );
const ROLES = ['Service', 'Handler', 'Store', 'Parser', 'Factory', 'Client', 'Error', 'Options'];
const scope = { orgId: 'bench', projectId: 'p' };
const print = (line) => process.stdout.write(`${line}\n`);
const capital = (word) => word[0].toUpperCase() + word.slice(1);

function makeNode(random, n) {
  const name = `${capital(random.pick(WORDS))}${capital(random.pick(WORDS))}${random.pick(ROLES)}`;
  const path = `src/${random.pick(WORDS)}/${random.pick(WORDS)}-${n % 997}.ts`;
  return {
    projectId: 'p',
    type: 'Class',
    name,
    qualifiedName: `${path}#${n}`,
    importance: random.next(),
    metadata: { paths: [path] },
  };
}

async function inChunks(rows, write) {
  const start = performance.now();
  const answers = [];
  let written = 0;
  for (; written < rows.length && performance.now() - start < WRITE_LIMIT_MS; written += CHUNK) {
    answers.push(await write(rows.slice(written, written + CHUNK)));
  }
  const done = Math.min(written, rows.length);
  if (done < rows.length) print(`  stopped at ${done} of ${rows.length} after ${WRITE_LIMIT_MS / 1000} s`);
  return { answers, perSecond: Math.round((done / (performance.now() - start)) * 1000) };
}

async function fill(org, size) {
  const random = createRandom(size);
  const nodes = Array.from({ length: size }, (_, n) => makeNode(random, n));
  const written = await inChunks(nodes, (some) => org.graph.upsertNodes(some));
  const ids = written.answers.flatMap((answer) => answer.ids);
  const edges = ids.flatMap((sourceId) =>
    [0, 1].map(() => ({
      sourceId,
      relationshipName: random.pick(['calls', 'depends_on', 'declares']),
      targetId: random.below(100) === 0 ? ids[random.below(HUBS)] : random.pick(ids),
    })),
  );
  const linked = await inChunks(edges, (some) => org.graph.upsertEdges(some));
  print(`  written: ${written.perSecond} nodes/s, ${linked.perSecond} edges/s`);
  return nodes.slice(0, ids.length);
}

/** A query as a work item makes it: a name, and words; every other one with a file. */
async function search(org, nodes, depth) {
  const random = createRandom(7);
  const times = [];
  let found = 0;
  const begin = performance.now();
  for (let n = 0; n < SEARCHES + 20 && performance.now() - begin < SEARCH_LIMIT_MS; n += 1) {
    const node = random.pick(nodes);
    const queryText = `ENG-${n} ${node.name} fails when the ${random.pick(WORDS)} of a ${random.pick(WORDS)} is empty`;
    const paths = n % 2 === 0 ? node.metadata.paths : [];
    const start = performance.now();
    const { triplets } = await org.graph.search({
      scope,
      queryText,
      paths,
      neighborhoodDepth: depth,
      deadlineMs: 60_000,
    });
    if (n < 20) continue;
    times.push(performance.now() - start);
    found += triplets.length;
  }
  const stopped = times.length < SEARCHES ? `, stopped at ${times.length} searches` : '';
  print(`  depth ${depth}: ${summary(times)}, ${(found / times.length).toFixed(1)} triplets${stopped}`);
  return percentile(times, 0.5);
}

async function bench(label, open) {
  for (const size of SIZES) {
    print(`${label}, ${size} nodes, ${2 * size} edges`);
    const database = await open(size);
    const memory = await createMemory({ database });
    const org = memory.org('bench');
    const nodes = await fill(org, size);
    // What a server's autovacuum does by itself; PGlite has none.
    await database.operator.query({ text: 'analyze graph_nodes, graph_edges', values: [] });
    for (const depth of [1, 2]) await search(org, nodes, depth);
    await memory.close();
  }
}

if (databases.includes('postgres')) {
  const cluster = await startPostgresCluster();
  try {
    await bench('PostgreSQL', (size) => openPostgres({ connectionString: cluster.url, schema: `graph_${size}` }));
  } finally {
    await cluster.stop();
  }
}
if (databases.includes('pglite')) await bench('PGlite', () => openPglite());
