import { openPglite } from '@inkling/engine/pglite';
import { itemText } from './item-text.mjs';

const CREATE = `create table plain_search (place serial primary key, id text not null, body text not null,
    words tsvector generated always as (to_tsvector('english', body)) stored);
  create index on plain_search using gin (words)`;
const INSERT = 'insert into plain_search (id, body) select * from unnest($1::text[], $2::text[])';
/** Any word, ranked by ts_rank with the logarithm of the length: the better of its usual forms on every set measured. */
const SEARCH = `select id from plain_search,
    (select replace(plainto_tsquery('english', $1)::text, ' & ', ' | ')::tsquery as wanted) as query
  where words @@ wanted order by ts_rank(words, wanted, 1) desc, place desc limit $2`;

/** PostgreSQL's full-text search as a project would write it, in the embedded database. */
export async function createPostgresText() {
  const database = await openPglite();
  const { operator } = database;
  return {
    open: () => operator.batch([{ text: CREATE }]),
    // A character that PostgreSQL cannot store is no loss to a search for words.
    add: (items) =>
      operator.query({
        text: INSERT,
        values: [items.map(({ id }) => id), items.map((item) => itemText(item).replaceAll('\0', ' '))],
      }),
    async search({ text, k }) {
      const rows = await operator.query({ text: SEARCH, values: [text, k], name: 'plain_search' });
      return rows.map(({ id }) => id);
    },
    close: () => database.close(),
  };
}
