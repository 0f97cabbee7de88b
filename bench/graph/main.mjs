// Writing and searching the knowledge graph: `npm run bench graph [nodes …]`, by default 1,000, 10,000 and 100,000. Names are made of
// common words as those of a code base are, each node has two edges, and every hundredth edge goes to one of ten hubs.
import { createMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { openPglite } from '@inkling/engine/pglite';
import { startPostgresCluster } from '../../scripts/postgres-cluster.mjs';
import { createRandom } from '../lib/random.mjs';
import { percentile, summary } from '../lib/statistics.mjs';

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000];
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
  for (let from = 0; from < rows.length; from += CHUNK) answers.push(await write(rows.slice(from, from + CHUNK)));
  return { answers, perSecond: Math.round((rows.length / (performance.now() - start)) * 1000) };
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
  return nodes;
}

/** A query as a work item makes it: a name, and words; every other one with a file. */
async function search(org, nodes, depth) {
  const random = createRandom(7);
  const times = [];
  let found = 0;
  for (let n = 0; n < SEARCHES + 20; n += 1) {
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
  print(`  depth ${depth}: ${summary(times)}, ${(found / SEARCHES).toFixed(1)} triplets`);
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

const cluster = await startPostgresCluster();
try {
  await bench('PostgreSQL', (size) => openPostgres({ connectionString: cluster.url, schema: `graph_${size}` }));
  await bench('PGlite', () => openPglite());
} finally {
  await cluster.stop();
}
