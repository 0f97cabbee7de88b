import type { Clock } from '@inkling/engine';
import { askQuery, sweepQuery } from './ask-query.ts';
import { createFileOverlap, relevantOf } from './file-overlap.ts';
import type { BlockSettings } from './pack-block.ts';
import type { ReplayPlan } from './plan-replay.ts';
import type { QueryOutcome, SettingOutcome } from './query-outcome.ts';
import type { ReplayCommit } from './replay-commit.ts';
import { REPLAY_PROJECT, type ReplayMemory } from './replay-memory.ts';
import { REPLAY_VARIANTS, type ReplayQuery, type ReplayVariant } from './replay-methods.ts';

// Rows handed to the engine at once; enough that the cost of a transaction is small, few enough that a progress bar moves.
const BATCH = 500;

/** What is replayed, and how. */
export interface ReplayRun {
  readonly commits: readonly ReplayCommit[];
  readonly plan: ReplayPlan;
  readonly settings: BlockSettings;
  /** Try other settings too, for a suggestion. */
  readonly sweep: boolean;
  readonly clock: Clock;
  readonly onProgress: (label: string, done: number, total: number) => void;
}

/** What came of a replay, query by query. */
export interface ReplayOutcomes {
  readonly outcomes: readonly QueryOutcome[];
  /** By query, then by setting as in `SWEPT_SETTINGS`. Empty unless asked for. */
  readonly swept: readonly (readonly SettingOutcome[])[];
}

/**
 * Walks forward through the history: when a commit is asked about, memory holds exactly the commits before it. Nothing but the
 * latencies depends on the machine. Fails with what the memory fails with.
 */
export async function runReplay(memory: ReplayMemory, run: ReplayRun): Promise<ReplayOutcomes> {
  const overlap = createFileOverlap(run.commits);
  const rememberUpTo = createForwardWalk(memory, run);
  const bench = { ...run, memory };
  await rememberUpTo(run.plan.remembered);
  await memory.org.warm({ projectId: REPLAY_PROJECT });
  const outcomes: QueryOutcome[] = [];
  const swept: SettingOutcome[][] = [];
  for (const [index, commit] of run.plan.queries.entries()) {
    await rememberUpTo(commit.position);
    const shared = overlap.before(commit);
    const truth = { touching: new Set(shared.keys()), relevant: relevantOf(shared) };
    for (const variant of REPLAY_VARIANTS) outcomes.push(...(await askQuery(bench, queryOf(commit, variant), truth)));
    if (run.sweep) swept.push(await sweepQuery(bench, queryOf(commit, 'subject'), truth));
    run.onProgress('Asking', index + 1, run.plan.queries.length);
  }
  return { outcomes, swept };
}

function queryOf(commit: ReplayCommit, variant: ReplayVariant): ReplayQuery {
  return { commit, variant, paths: variant === 'subject' ? [] : commit.paths.slice(0, 1) };
}

/** Remembers what is missing of the commits before a position. */
function createForwardWalk(memory: ReplayMemory, run: ReplayRun): (position: number) => Promise<void> {
  let known = 0;
  return async (position) => {
    while (known < position) {
      const end = Math.min(position, known + BATCH);
      await memory.add(run.commits.slice(known, end));
      known = end;
      if (known <= run.plan.remembered) run.onProgress('Remembering', known, run.plan.remembered);
    }
  };
}
