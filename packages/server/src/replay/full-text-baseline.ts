import type { Database } from '@inkling/engine';
import type { ReplayCommit } from './replay-commit.ts';

/** Plain PostgreSQL full-text search over the same commits, in a table of its own: what a project would build without Inkling. */
export interface FullTextBaseline {
  add(commits: readonly ReplayCommit[]): Promise<void>;
  /** Positions, best first. */
  search(text: string, limit: number): Promise<readonly number[]>;
}

/** Creates the empty table. Message and paths are one document of the configuration `english`, stemmed and without stop words. */
export async function createFullTextBaseline(database: Database): Promise<FullTextBaseline> {
  await createTable(database);
  return {
    add: (commits) => insertDocuments(database, commits),
    search: (text, limit) => searchDocuments(database, text, limit),
  };
}

async function createTable(database: Database): Promise<void> {
  await database.operator.batch([
    { text: 'create table replay_documents (position integer primary key, words tsvector not null)' },
    { text: 'create index replay_documents_words on replay_documents using gin (words)' },
  ]);
}

async function insertDocuments(database: Database, commits: readonly ReplayCommit[]): Promise<void> {
  const bodies = commits.map(({ observation, paths }) => [observation.content, ...paths].join(' '));
  await database.operator.query({
    text: `insert into replay_documents (position, words)
      select position, to_tsvector('english', body) from unnest($1::integer[], $2::text[]) as given (position, body)`,
    values: [commits.map(({ position }) => position), bodies],
  });
}

async function searchDocuments(database: Database, text: string, limit: number): Promise<readonly number[]> {
  const rows = await database.operator.query<{ position: number }>({
    // Any of the words: a subject's words all together are found in no other commit. Of equal ranks the newer commit wins.
    text: `select position from replay_documents,
        (select replace(plainto_tsquery('english', $1)::text, ' & ', ' | ')::tsquery as wanted) as query
      where words @@ wanted order by ts_rank(words, wanted, 1) desc, position desc limit $2`,
    values: [text, limit],
  });
  return rows.map(({ position }) => position);
}
