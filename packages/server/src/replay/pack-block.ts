import type { RecallResult, SessionMemoryBlock } from '@inkling/engine';
import { REPLAY_DEADLINE_MS, type ReplayQuery } from './replay-methods.ts';
import { REPLAY_PROJECT, type ReplayOrg } from './replay-memory.ts';

/** How a block is made. */
export interface BlockSettings {
  readonly workType: string;
  /** null = what the work type has. */
  readonly budgetTokens: number | null;
  readonly minRelevance: number;
}

/** The block that a session would get for this query: recalled and packed by the engine, nothing of it done here. */
export function buildBlock(org: ReplayOrg, query: ReplayQuery, settings: BlockSettings): Promise<SessionMemoryBlock> {
  return org.buildSessionMemoryBlock(requestOf(query, settings));
}

/**
 * The block that the engine packs of rows which are already ranked: the same rule for every method and every setting, and no
 * recall for it. Rows under the relevance floor are left out first, as recall does it.
 */
export function packBlock(
  org: ReplayOrg,
  query: ReplayQuery,
  rows: RecallResult['rows'],
  settings: BlockSettings,
): Promise<SessionMemoryBlock> {
  const relevant = rows.filter(({ relevance }) => relevance >= settings.minRelevance);
  const recalled: RecallResult = {
    outcome: 'ok',
    rows: relevant,
    leftOut: [],
    degraded: null,
    semantic: null,
    elapsedMs: 0,
  };
  return org.buildSessionMemoryBlock({
    ...requestOf(query, settings),
    store: { recall: () => Promise.resolve(recalled) },
  });
}

function requestOf({ commit, paths }: ReplayQuery, { workType, budgetTokens, minRelevance }: BlockSettings) {
  return {
    sessionId: `replay-${commit.hash}`,
    workType,
    projectId: REPLAY_PROJECT,
    queryText: commit.subject,
    paths,
    minRelevance,
    deadlineMs: REPLAY_DEADLINE_MS,
    ...(budgetTokens === null ? {} : { budget: { defaults: { [workType]: budgetTokens } } }),
  };
}
