import { itemText } from './item-text.mjs';

/** MiniSearch with its defaults (BM25+, no stems). */
export function minisearchPeer(packageOf) {
  const loaded = packageOf('minisearch');
  const MiniSearch = loaded.default ?? loaded;
  return () => {
    const index = new MiniSearch({ fields: ['text'] });
    return {
      add: (items) => index.addAll(items.map((item) => ({ id: item.id, text: itemText(item) }))),
      search: ({ text, k }) =>
        index
          .search(text)
          .slice(0, k)
          .map(({ id }) => id),
    };
  };
}

/** SQLite's FTS5 with its Porter stemmer: any word, ranked by its bm25. */
export function fts5Peer(packageOf) {
  const Database = packageOf('better-sqlite3');
  const quoted = (word) => `"${word.replaceAll('"', '""')}"`;
  return () => {
    const database = new Database(':memory:');
    database.exec(`create virtual table items using fts5(id unindexed, body, tokenize='porter unicode61')`);
    const insert = database.prepare('insert into items (id, body) values (?, ?)');
    const select = database.prepare('select id from items where items match ? order by rank limit ?');
    return {
      add: database.transaction((items) => items.forEach((item) => insert.run(item.id, itemText(item)))),
      search({ text, k }) {
        const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
        return words.size === 0 ? [] : select.all([...words].map(quoted).join(' OR '), k).map(({ id }) => id);
      },
      close: () => database.close(),
    };
  };
}
