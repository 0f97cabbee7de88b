import { createMemory, type Database, type Observation, type OrgMemory, type RecallResult } from '@inkling/engine';
import { createFullTextBaseline, type FullTextBaseline } from './full-text-baseline.ts';
import { observationIdAt, type ReplayCommit } from './replay-commit.ts';

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
  readonly fullText: FullTextBaseline;
  /** Adds commits, which must follow those already there. */
  add(commits: readonly ReplayCommit[]): Promise<void>;
  /** The remembered commits at these positions, in this order, as rows of a recall that found them equally relevant. */
  rowsAt(positions: readonly number[]): Promise<RecallResult['rows']>;
  close(): Promise<void>;
}

/** The project that the commits are filed under. The database is the replay's own, so any name does. */
export const REPLAY_PROJECT = 'replay';

/** Opens a memory over a database of its own, which it closes in the end. Its tables are written with the operator's rights. */
export async function openReplayMemory(database: Database, onError: (error: unknown) => void): Promise<ReplayMemory> {
  const fullText = await createFullTextBaseline(database);
  const memory = await createMemory({ database, onError });
  const org = memory.org('local');
  const idAt: string[] = [];
  return {
    org,
    fullText,
    async add(commits) {
      const rows = commits.map(({ observation, position }) => ({
        ...observation,
        projectId: REPLAY_PROJECT,
        id: observationIdAt(position, Number(observation.createdAt)),
      }));
      await org.observations.importRows(rows);
      await fullText.add(commits);
      idAt.push(...rows.map(({ id }) => id));
    },
    async rowsAt(positions) {
      const ids = positions.flatMap((position) => idAt.slice(position, position + 1));
      const found = new Map((await org.observations.getMany(ids)).map((row) => [row.id, row]));
      return ids.flatMap((id) => found.get(id) ?? []).map(equallyRelevant);
    },
    close: () => memory.close(),
  };
}

function equallyRelevant(observation: Observation, index: number): RecallResult['rows'][number] {
  return { observation, relevance: 1, score: 1, unweightedRank: index + 1, weightedRank: index + 1 };
}
