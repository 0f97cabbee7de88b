import type { RecallResult } from '@inkling/engine';
import { positionOf, type ReplayCommit } from './replay-commit.ts';
import { REPLAY_PROJECT, type ReplayMemory } from './replay-memory.ts';

/** What is asked about a commit before it is made: its subject alone, or also the first file it will touch. */
export type ReplayVariant = 'subject' | 'subject-and-path';

/** The variants, in the order in which they are asked and told of. */
export const REPLAY_VARIANTS: readonly ReplayVariant[] = ['subject', 'subject-and-path'];

/** Who answers. */
export type ReplayMethodName = 'inkling' | 'inkling-no-floor' | 'full-text' | 'recent' | 'path-log';

export interface ReplayQuery {
  readonly commit: ReplayCommit;
  readonly variant: ReplayVariant;
  /** None, or the one file. */
  readonly paths: readonly string[];
}

/** A way of finding earlier commits. All of them fill the same block by the same rule; only what they rank differs. */
export interface ReplayMethod {
  readonly name: ReplayMethodName;
  /** Relevance floor of its blocks. (Default: that of the replay) */
  readonly minRelevance?: number;
  rank(query: ReplayQuery): Promise<RecallResult['rows']>;
  /** The rows that a block is packed of. (Default: the ranked ones) */
  rowsForBlock?(query: ReplayQuery, minRelevance: number): Promise<RecallResult['rows']>;
}

/** Rows ranked for a query. */
const RANKED_ROWS = 50;

/** Longest wait for an answer: a busy machine must not turn a slow answer into a wrong one. */
export const REPLAY_DEADLINE_MS = 60_000;

/** The methods that a variant is asked of. The last commits of a path can only be asked for when there is one. */
export function methodsFor(
  variant: ReplayVariant,
  memory: ReplayMemory,
  commits: readonly ReplayCommit[],
): readonly ReplayMethod[] {
  const inkling = inklingMethod(memory);
  // The others have no floor: without one too, what is compared is the ranking alone.
  const noFloor: ReplayMethod = { ...inkling, name: 'inkling-no-floor', minRelevance: 0 };
  const always = [inkling, noFloor, fullText(memory), recent(memory)];
  return variant === 'subject' ? always : [...always, pathLog(memory, commits)];
}

/**
 * What the engine recalls: the ranking whatever its relevance, and for a block what a block recalls. The first rows of the longer ranking
 * that pass a floor would be more than a block ever sees.
 */
export function inklingMethod({
  org,
}: ReplayMemory): Required<Pick<ReplayMethod, 'rank' | 'rowsForBlock'>> & ReplayMethod {
  const recall = async ({ commit, paths }: ReplayQuery, rest: { minRelevance: number; limit?: number }) => {
    const scope = { projectId: REPLAY_PROJECT, deadlineMs: REPLAY_DEADLINE_MS };
    const { rows } = await org.recall({ ...scope, queryText: commit.subject, paths, ...rest });
    return rows;
  };
  return {
    name: 'inkling',
    rank: (query) => recall(query, { minRelevance: 0, limit: RANKED_ROWS }),
    rowsForBlock: (query, minRelevance) => recall(query, { minRelevance }),
  };
}

function fullText(memory: ReplayMemory): ReplayMethod {
  return {
    name: 'full-text',
    async rank({ commit, paths }) {
      return memory.rowsAt(await memory.fullText.search([commit.subject, ...paths].join(' '), RANKED_ROWS));
    },
  };
}

/** `git log` */
function recent(memory: ReplayMemory): ReplayMethod {
  return {
    name: 'recent',
    rank: ({ commit }) => memory.rowsAt(newestFirst(commit.position).slice(0, RANKED_ROWS)),
  };
}

/** `git log -- <path>` */
function pathLog(memory: ReplayMemory, commits: readonly ReplayCommit[]): ReplayMethod {
  return {
    name: 'path-log',
    rank({ commit, paths }) {
      const touches = (position: number): boolean => paths.some((path) => commits[position]?.paths.includes(path));
      return memory.rowsAt(newestFirst(commit.position).filter(touches).slice(0, RANKED_ROWS));
    },
  };
}

const newestFirst = (before: number): number[] => Array.from({ length: before }, (_value, index) => before - 1 - index);

/** The positions of rows, in their order. */
export function positionsOf(rows: RecallResult['rows']): readonly number[] {
  return rows.map(({ observation }) => positionOf(observation.id));
}
