import { spread } from './plan-replay.ts';
import { editedFiles, type ReplayTask } from './replay-task.ts';
import type { ReplayCommit } from './read-history.ts';
import type { TaskOutcome } from './run-replay.ts';

/** A task with the blocks that its agent would get, for a person to read. */
export interface ShownTask {
  /** The hash of the commit, shortened as in the lines of blocks. */
  readonly commit: string;
  readonly subject: string;
  /** The files that the task edits. */
  readonly files: readonly string[];
  /** Hashes of the commits behind the changed lines, shortened; at most three. */
  readonly behind: readonly string[];
  /** '' = silence. */
  readonly start: string;
  /** The first tool call that gets a block; null = none does. */
  readonly call: { readonly tool: string; readonly path: string; readonly block: string } | null;
}

/** What is replayed, and what came of it; both in the same order. */
interface Replayed {
  readonly commits: readonly ReplayCommit[];
  readonly tasks: readonly ReplayTask[];
  readonly outcomes: readonly TaskOutcome[];
}

const SHORT_HASH = 8;

/** At most `count` tasks, each from the middle of its own stretch. */
export function showTasks({ commits, tasks, outcomes }: Replayed, count: number): readonly ShownTask[] {
  const played = tasks.map((task, place) => ({ task, outcome: outcomes[place]! }));
  const shortHash = (position: number): string => commits[position]!.hash.slice(0, SHORT_HASH);
  return spread(played, count).map(({ task, outcome: { startBlock, calls } }) => {
    const { commit, behind } = task;
    const call = calls.find(({ block }) => block !== '');
    return {
      commit: commit.hash.slice(0, SHORT_HASH),
      subject: commit.subject,
      files: editedFiles(task).map(({ path }) => path),
      behind: [...behind.all].map(shortHash),
      start: startBlock,
      call: call ? { tool: call.tool, path: call.path, block: call.block } : null,
    };
  });
}
