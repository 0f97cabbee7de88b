import type { RecallResult, SessionMemoryBlock } from '@inkling/engine';
import type { BlamedLine } from '@inkling/engine/types';
import { positionOf, type ReplayCommit } from './read-history.ts';
import { REPLAY_PROJECT, type ReplayOrg } from './replay-memory.ts';

export interface BlockSettings {
  readonly workType: string;
  readonly budgetTokens: number;
  readonly minRelevance: number;
}

/** The lines of a file as they were before a task, each with its commit; null = no history. */
export type LinesOf = (path: string) => Promise<readonly BlamedLine[] | null>;

/** What somebody answers before a piece of work: the commits that are named, and what reading it costs. */
export interface Answer {
  /** Positions of commits, one for each line. Empty = silence. */
  readonly named: readonly number[];
  /** Estimated, headings included. */
  readonly tokens: number;
  /** False when the engine gave no answer in time, or failed. */
  readonly answered: boolean;
}

/** An answer beside what is true. */
export interface Verdict {
  /** It names a commit behind the changed lines. */
  readonly hit: boolean;
  /** It names a commit that touched a same file. */
  readonly sameFile: boolean;
  readonly lines: number;
  /** Lines that name a commit behind the changed lines. */
  readonly linesBehind: number;
  readonly tokens: number;
  readonly answered: boolean;
}

/** Longest wait for an answer: a busy machine must not turn a slow answer into a wrong one. */
const REPLAY_DEADLINE_MS = 60_000;

/** The block that a session about this commit's subject would get: recalled and packed by the engine, nothing of it done here. */
export function buildBlock(
  org: ReplayOrg,
  commit: ReplayCommit,
  settings: BlockSettings,
  linesOf: LinesOf,
): Promise<SessionMemoryBlock> {
  return org.buildSessionMemoryBlock({ ...requestOf(commit, settings), linesOf });
}

/**
 * The block that the engine packs of rows which are already ranked: the same rule for whoever ranked them and for every setting, and no
 * recall for it. Rows under the relevance floor are left out first, as recall does it.
 */
export function packBlock(
  org: ReplayOrg,
  commit: ReplayCommit,
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
    ...requestOf(commit, settings),
    store: { recall: () => Promise.resolve(recalled) },
  });
}

/** The rows that the start block's own recall finds. */
export async function recallRows(
  org: ReplayOrg,
  { subject }: ReplayCommit,
  minRelevance: number,
  linesOf: LinesOf,
): Promise<RecallResult['rows']> {
  const scope = { projectId: REPLAY_PROJECT, deadlineMs: REPLAY_DEADLINE_MS };
  return (await org.recall({ ...scope, queryText: subject, minRelevance, guessFiles: true, linesOf })).rows;
}

/** What a block answers. */
export function answerOf({ observationIds, actualTokens, outcome }: SessionMemoryBlock): Answer {
  const answered = outcome !== 'deadline-exceeded' && outcome !== 'failed';
  return { named: observationIds.map(positionOf), tokens: actualTokens, answered };
}

function requestOf({ hash, subject }: ReplayCommit, { workType, budgetTokens, minRelevance }: BlockSettings) {
  return {
    sessionId: `replay-${hash}`,
    workType,
    projectId: REPLAY_PROJECT,
    queryText: subject,
    minRelevance,
    deadlineMs: REPLAY_DEADLINE_MS,
    budget: { defaults: { [workType]: budgetTokens } },
  };
}
