/** Plain full-text search as a project would write it: a generated tsvector, a GIN index, any word, ranked. */
export async function createPlainSearch(database) {
  await database.operator.batch([
    {
      text: `create table plain_search (id uuid primary key, body text not null,
        words tsvector generated always as (to_tsvector('english', body)) stored)`,
      script: true,
    },
    { text: `insert into plain_search (id, body) select id, content from observations`, script: true },
    { text: `create index on plain_search using gin (words)`, script: true },
    { text: `analyze plain_search`, script: true },
  ]);
  return (query) =>
    database.operator.query({
      text: `select id from plain_search,
        (select replace(plainto_tsquery('english', $1)::text, ' & ', ' | ')::tsquery as wanted) as query
        where words @@ wanted order by ts_rank(words, wanted, 1) desc limit 20`,
      values: [query.text],
    });
}
