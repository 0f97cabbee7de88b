import { fts5Peer, minisearchPeer } from './lexical-peers.mjs';
import { mastraPeer, mem0Peer, oramaPeer } from './vector-peers.mjs';

const SQLITE = 'better-sqlite3@12.11.1';

/** Other memories and search libraries, their packages, and `load(packageOf) → create() → adapter`, where `packageOf` requires one of them. */
export const PEERS = [
  { name: 'minisearch 7.2', packages: ['minisearch@7.2.0'], load: minisearchPeer },
  { name: 'SQLite FTS5, porter', packages: [SQLITE], load: fts5Peer },
  { name: 'orama 3.1 hybrid', packages: ['@orama/orama@3.1.18'], load: oramaPeer },
  {
    // Later ones ask for Node 22.
    name: 'mastra libsql 0.16',
    packages: ['@mastra/libsql@0.16.4', '@mastra/core@0.24.9'],
    load: mastraPeer,
  },
  { name: 'mem0 3.3, infer off', packages: ['mem0ai@3.3.1', SQLITE], load: mem0Peer },
];
