// What a daemon finds when it starts: observations, sessions and their logs as in `bench insight`, a graph of 5,000 nodes.
import { createMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { createRandom } from '../lib/random.mjs';
import { seedStatements } from '../insight/seed.mjs';

export const GRAPH = { projectId: 'large', nodes: 5_000, edges: 10_000 };
const ORG = 'local';
const BATCH = 2_500;

export async function fillDataDirectory(dataDir, { observations, sessions }) {
  const database = await openPglite({ dataDir });
  const memory = await createMemory({ database });
  const tenant = database.tenant(ORG);
  for (const { text } of seedStatements({ observations, sessions })) await tenant.query({ text, values: [ORG] });
  const org = memory.org(ORG);
  await drawGraph(org.graph);
  await database.operator.query({ text: 'analyze', values: [] });
  await org.warm({ projectId: 'p' });
  await memory.close();
}

/** Modules of ten functions each, and as many calls again between any two. */
async function drawGraph(graph) {
  const random = createRandom(1);
  const nodes = Array.from({ length: GRAPH.nodes }, (_, n) => ({
    projectId: GRAPH.projectId,
    type: n % 10 === 0 ? 'Module' : 'Function',
    name: n % 10 === 0 ? `src/part${n / 10}.ts` : `doTheThing${n}`,
    importance: random.next(),
  }));
  const ids = [];
  for (const batch of inBatches(nodes)) ids.push(...(await graph.upsertNodes(batch)).ids);
  const declared = ids.slice(1).map((targetId, n) => ({
    sourceId: ids[(n + 1) % 10 === 0 ? 0 : n + 1 - ((n + 1) % 10)],
    relationshipName: 'declares',
    targetId,
  }));
  const called = Array.from({ length: GRAPH.edges - declared.length }, () => ({
    sourceId: random.pick(ids),
    relationshipName: 'calls',
    targetId: random.pick(ids),
  }));
  for (const batch of inBatches([...declared, ...called])) await graph.upsertEdges(batch);
}

function* inBatches(rows) {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
}
