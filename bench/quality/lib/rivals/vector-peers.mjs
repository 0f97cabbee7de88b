import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itemText } from './item-text.mjs';
import { embed, embedAll, ENCODER_DIMENSIONS } from './sentence-encoder.mjs';

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'inkling-peer-'));
const removeFolder = (folder) => rmSync(folder, { recursive: true, force: true });

/** Orama's hybrid search: stems and vectors. */
export function oramaPeer(packageOf) {
  const { create, insert, search } = packageOf('@orama/orama');
  return () => {
    const database = create({
      schema: { text: 'string', vector: `vector[${ENCODER_DIMENSIONS}]` },
      components: { tokenizer: { stemming: true, language: 'english' } },
    });
    return {
      async add(items) {
        const vectors = await embedAll(items.map(itemText));
        for (const [index, item] of items.entries()) {
          await insert(database, { id: item.id, text: itemText(item), vector: vectors[index] });
        }
      },
      async search({ text, k }) {
        const vector = { value: await embed(text), property: 'vector' };
        const found = await search(database, {
          mode: 'hybrid',
          term: text,
          vector,
          properties: ['text'],
          limit: k,
          similarity: 0,
          threshold: 1,
        });
        return found.hits.map(({ id }) => id);
      },
    };
  };
}

/** Mastra's semantic recall: its LibSQL vector store, one vector an item, no expansion. */
export function mastraPeer(packageOf) {
  const { LibSQLVector } = packageOf('@mastra/libsql');
  const indexName = 'items';
  return () => {
    const folder = temporaryFolder();
    const store = new LibSQLVector({ connectionUrl: `file:${join(folder, 'items.db')}` });
    return {
      open: () => store.createIndex({ indexName, dimension: ENCODER_DIMENSIONS }),
      async add(items) {
        const vectors = await embedAll(items.map(itemText));
        const ids = items.map(({ id }) => id);
        await store.upsert({ indexName, vectors, ids, metadata: ids.map((id) => ({ id })) });
      },
      async search({ text, k }) {
        const found = await store.query({ indexName, queryVector: await embed(text), topK: k });
        return found.map(({ metadata }) => metadata.id);
      },
      close: () => removeFolder(folder),
    };
  };
}

/** mem0's open-source Memory without a language model (`infer: false`), its own vector store in the process. */
export function mem0Peer(packageOf) {
  process.env['MEM0_TELEMETRY'] = 'false';
  const { Memory } = packageOf('mem0ai/oss');
  const noModel = { invoke: () => Promise.reject(new Error('no language model here')) };
  return () => {
    const folder = temporaryFolder();
    const memory = new Memory({
      disableHistory: true,
      embedder: {
        provider: 'langchain',
        config: { model: { embedQuery: embed, embedDocuments: embedAll }, embeddingDims: ENCODER_DIMENSIONS },
      },
      vectorStore: {
        provider: 'memory',
        config: { collectionName: 'items', dimension: ENCODER_DIMENSIONS, dbPath: join(folder, 'items.db') },
      },
      llm: { provider: 'langchain', config: { model: noModel } },
    });
    const given = new Map();
    return {
      async add(items) {
        await embedAll(items.map(itemText));
        for (const item of items) {
          const { results } = await memory.add(itemText(item), { userId: 'peer', infer: false });
          for (const { id } of results) given.set(id, item.id);
        }
      },
      async search({ text, k }) {
        const options = { topK: k, limit: k, threshold: 0, filters: { user_id: 'peer' } };
        const { results } = await memory.search(text, options);
        return results.map(({ id }) => given.get(id));
      },
      close: () => removeFolder(folder),
    };
  };
}
