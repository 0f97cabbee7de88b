// Memories that agents reach as MCP servers over standard input and output, each in a folder of its own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itemText } from '../quality/lib/rivals/item-text.mjs';

async function startServer(packageOf, args, env) {
  const { Client } = packageOf('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = packageOf('@modelcontextprotocol/sdk/client/stdio.js');
  const folder = mkdtempSync(join(tmpdir(), 'inkling-peer-'));
  execFileSync('git', ['init', '-q', folder]);
  const client = new Client({ name: 'bench', version: '1' });
  const settings = { command: process.execPath, args, cwd: folder, stderr: 'ignore' };
  await client.connect(
    new StdioClientTransport({ ...settings, env: { PATH: process.env.PATH, HOME: folder, ...env(folder) } }),
  );
  return {
    async call(name, given) {
      const { content, isError } = await client.callTool({ name, arguments: given });
      if (isError) throw new Error(`${name}: ${content[0].text.split('\n')[0]}`);
      return content[0].text;
    },
    async close() {
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a word-by-word question asks for. */
const wordsIn = (text) => [...new Set(text.toLowerCase().match(/[a-z_]{4,}/g) ?? [])];

/**
 * The reference server finds what holds the whole question as one string, in the order of writing. With `wordByWord` each word is a search of
 * its own, as a patient agent would ask, and what most of them found comes first.
 */
export function referenceServer(packageOf, { wordByWord = false } = {}) {
  const main = packageOf.resolve('@modelcontextprotocol/server-memory/dist/index.js');
  return async () => {
    const server = await startServer(packageOf, [main], (folder) => ({
      MEMORY_FILE_PATH: join(folder, 'memory.jsonl'),
    }));
    const given = new Map();
    return {
      async add(items) {
        for (const { id } of items) given.set(String(id), id);
        const entities = items.map((item) => ({
          name: String(item.id),
          entityType: 'memory',
          observations: [itemText(item)],
        }));
        await server.call('create_entities', { entities });
      },
      async search({ text, k }) {
        const found = new Map();
        for (const query of wordByWord ? wordsIn(text) : [text]) {
          const { entities } = JSON.parse(await server.call('search_nodes', { query }));
          for (const { name } of entities) found.set(name, (found.get(name) ?? 0) + 1);
        }
        const best = [...found].toSorted(([, a], [, b]) => b - a).slice(0, k);
        return best.map(([name]) => given.get(name));
      },
      close: () => server.close(),
    };
  };
}

/**
 * memorix with full text alone: its vectors need a service, or a model that is downloaded. Each item has a topic of its own, because without
 * one memorix merges or discards what it takes for a duplicate.
 */
export function memorix(packageOf) {
  const main = join(packageOf.resolve.paths('memorix')[0], 'memorix/dist/cli/index.js');
  return async () => {
    const server = await startServer(packageOf, [main, 'serve'], (folder) => ({
      ...{ MEMORIX_DATA_DIR: join(folder, 'data'), MEMORIX_EMBEDDING: 'off' },
      MEMORIX_PROJECT_ROOT: folder,
    }));
    const given = new Map();
    return {
      async add(items) {
        for (const item of items) {
          const text = itemText(item);
          const told = await server.call('memorix_store', {
            ...{ entityName: `memory-${item.id}`, type: 'discovery', title: text.split('\n')[0].slice(0, 80) },
            ...{ narrative: text, filesModified: item.paths ?? [], topicKey: `bench/${given.size}-${item.id}` },
          });
          const [, id] = /observation #(\d+)/.exec(told) ?? [];
          if (id) given.set(id, item.id);
        }
      },
      async search({ text, k }) {
        const told = await server.call('memorix_search', { query: text, limit: k });
        return [...told.matchAll(/^\| obs:(\d+)/gm)].flatMap(([, id]) => (given.has(id) ? [given.get(id)] : []));
      },
      close: () => server.close(),
    };
  };
}
