// Lets an evaluation runner drive the product over JSON lines, through the public library on an embedded database:
//   {"op":"open","store":"id"}                                       → {"ok":true}
//   {"op":"add","items":[{id,text,ts,session,speaker?,paths?}]}      → {"ok":true}
//   {"op":"search","text":"…","paths":[],"context":[],"k":20}        → {"ids":["…"]} best first
//   {"op":"close"}
import { createInterface } from 'node:readline';
import { createMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';

const PROJECT = 'evaluation';
const memory = await createMemory({ database: await openPglite() });
const org = memory.org('evaluation');
/** Our id to the runner's. */
const given = new Map();

/** An item is written under an author of its own, because two items with the same text are two answers here. */
const toInput = (item) => ({
  content: item.text,
  projectId: PROJECT,
  agentId: `item-${item.id}`,
  kind: item.speaker ? 'message' : 'commit',
  source: 'import',
  ...(item.session ? { sessionId: String(item.session) } : {}),
  ...(item.ts ? { createdAt: new Date(item.ts) } : {}),
  metadata: { ...(item.paths ? { paths: item.paths } : {}), ...(item.speaker ? { speaker: item.speaker } : {}) },
});

const operations = {
  async open() {
    await org.warm({ projectId: PROJECT });
    return { ok: true };
  },
  async add({ items }) {
    const results = await org.observations.rememberMany(items.map(toInput));
    for (const [index, { id }] of results.entries()) given.set(id, items[index].id);
    return { ok: true };
  },
  async search({ text, paths = [], context = [], k }) {
    const { rows } = await org.recall({
      projectId: PROJECT,
      queryText: text,
      paths,
      context,
      limit: k,
      minRelevance: 0,
    });
    return { ids: rows.map((row) => given.get(row.observation.id)) };
  },
  async close() {
    await memory.close();
    process.exit(0);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const answer = await operations[request.op](request).catch((error) => ({ error: error.message }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
