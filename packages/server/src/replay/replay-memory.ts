import { createMemory, type Database, type Observation, type OrgMemory, type RecallResult } from '@inkling/engine';
import { observationIdAt, type ReplayCommit } from './read-history.ts';

/** The calls that a replay makes of the engine once the commits are remembered. */
export interface ReplayOrg extends Pick<
  OrgMemory,
  'recall' | 'buildSessionMemoryBlock' | 'warm' | 'createInSessionInjector'
> {
  readonly sessions: Pick<OrgMemory['sessions'], 'create' | 'claim'>;
}

/** The memory that a replay fills commit by commit. */
export interface ReplayMemory {
  readonly org: ReplayOrg;
  /** Adds commits, which must follow those already there. */
  add(commits: readonly ReplayCommit[]): Promise<void>;
  /** The remembered commits at these positions, in this order, as rows of a recall that found them equally relevant. */
  rowsAt(positions: readonly number[]): Promise<RecallResult['rows']>;
  /**
   * What plain PostgreSQL full-text search over the same commits finds, in a table of its own: what a project would build without Inkling.
   * Positions, best first.
   */
  searchText(text: string, limit: number): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** The project that the commits are filed under. The database is the replay's own, so any name does. */
export const REPLAY_PROJECT = 'replay';

/** Opens a memory over a database of its own, which it closes in the end. Its tables are written with the operator's rights. */
export async function openReplayMemory(database: Database, onError: (error: unknown) => void): Promise<ReplayMemory> {
  await createTable(database);
  const memory = await createMemory({ database, onError });
  const org = memory.org('local');
  const idAt: string[] = [];
  return {
    org,
    async add(commits) {
      const rows = commits.map(({ observation, position }) => ({
        ...observation,
        projectId: REPLAY_PROJECT,
        id: observationIdAt(position, Number(observation.createdAt)),
      }));
      await org.observations.importRows(rows);
      await insertDocuments(database, commits);
      idAt.push(...rows.map(({ id }) => id));
    },
    async rowsAt(positions) {
      const ids = positions.flatMap((position) => idAt.slice(position, position + 1));
      const found = new Map((await org.observations.getMany(ids)).map((row) => [row.id, row]));
      return ids.flatMap((id) => found.get(id) ?? []).map(equallyRelevant);
    },
    searchText: (text, limit) => searchDocuments(database, text, limit),
    close: () => memory.close(),
  };
}

function equallyRelevant(observation: Observation, index: number): RecallResult['rows'][number] {
  return { observation, relevance: 1, score: 1, unweightedRank: index + 1, weightedRank: index + 1 };
}

/** Creates the empty table. Message and paths are one document of the configuration `english`, stemmed and without stop words. */
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
