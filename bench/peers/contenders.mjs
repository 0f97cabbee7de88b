import { createEvaluationStore } from '../quality/lib/evaluation-store.mjs';
import { installPackages } from '../quality/lib/rivals/install-packages.mjs';
import { PEERS } from '../quality/lib/rivals/peers.mjs';
import { createPlainBm25 } from '../quality/lib/rivals/plain-bm25.mjs';
import { sharedEmbedder } from '../quality/lib/rivals/sentence-encoder.mjs';
import { memorix, referenceServer } from './tool-server-peers.mjs';

/** The newest ten; with `ofFile`, of those that touch the file at hand, which need one. */
function newestTen({ ofFile }) {
  return () => {
    const known = [];
    return {
      async add(items) {
        known.push(...items);
      },
      async search({ paths }) {
        const wanted = ofFile ? known.filter((item) => item.paths?.some((path) => paths.includes(path))) : known;
        return wanted
          .toSorted((a, b) => Date.parse(b.ts) - Date.parse(a.ts))
          .slice(0, 10)
          .map(({ id }) => id);
      },
    };
  };
}

/** `ours` composes its own blocks; of all others the best texts are taken until the budget is full. */
const BUILT_IN = [
  { name: 'Inkling', ours: {}, create: () => createEvaluationStore() },
  {
    name: 'Inkling and MiniLM',
    ours: { embedder: sharedEmbedder },
    create: () => createEvaluationStore({ embedder: sharedEmbedder }),
  },
  { name: 'BM25, stems, stop words', create: createPlainBm25 },
  { name: 'git log -n 10 -- file', create: newestTen({ ofFile: true }), needsFile: true },
  { name: 'ten latest', create: newestTen({ ofFile: false }) },
];

const REFERENCE = '@modelcontextprotocol/server-memory';
const SERVER_PACKAGES = [`${REFERENCE}@2026.8.31`, 'memorix@1.0.7'];
/** memorix takes about 100 ms to write one. */
const MOST_WRITES = 2000;
const TOOL_SERVERS = [
  { name: 'MCP reference server', load: (packageOf) => referenceServer(packageOf) },
  { name: 'the same, word by word', load: (packageOf) => referenceServer(packageOf, { wordByWord: true }) },
  { name: 'memorix 1.0, full text', load: memorix, mostItems: MOST_WRITES },
].map((peer) => ({ ...peer, packages: SERVER_PACKAGES }));

const VECTOR_PEERS = PEERS.filter(({ name }) => /^(?:mem0|mastra)/.test(name));

function installed(folder, { name, packages, load, ...more }) {
  try {
    const packageOf = installPackages(folder, packages);
    return { name, ...more, create: load(packageOf) };
  } catch (error) {
    return { name, failure: `not measured: ${error.message.split('\n')[0]}` };
  }
}

/** Everybody who is measured; packages only when there is a folder for them, and a package that cannot be had says why. */
export function contenders(folder, only) {
  const chosen = ({ name }) => !only || only.some((part) => name.toLowerCase().includes(part.toLowerCase()));
  const packages = folder === undefined ? [] : [...VECTOR_PEERS, ...TOOL_SERVERS].filter(chosen);
  return [...BUILT_IN.filter(chosen), ...packages.map((peer) => installed(folder, peer))];
}
