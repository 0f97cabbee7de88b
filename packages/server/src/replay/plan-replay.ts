import { InklingError } from '@inkling/engine/errors';
import { isTrivialCommit } from '@inkling/engine/building-blocks';
import { isSourceFile } from './commits-behind.ts';
import type { ReplayCommit } from './read-history.ts';

/** Fewer say nothing: with 20 the last 6 are asked about. */
export const MIN_COMMITS = 20;

export interface ReplayPlanOptions {
  /** Share of the history that is memory from the start, above 0 and below 1. */
  readonly split: number;
  /** Ask about at most so many commits. */
  readonly queries: number;
}

/** Which commits are memory from the start, and which are asked about. */
export interface ReplayPlan {
  /** Commits that are memory from the start: positions below this. */
  readonly remembered: number;
  /** Later commits that touched a source file which some earlier commit touched (nothing stands behind the lines of the others), and that are not trivial. */
  readonly eligible: number;
  /** Those asked about, in their order, evenly spread over the eligible ones. */
  readonly queries: readonly ReplayCommit[];
}

/**
 * Splits a history in time and chooses what to ask.
 * @throws InklingError `import-source-invalid` when the history is too short or no later commit touches a known file;
 *   `details` has `commits` and `needed`.
 */
export function planReplay(commits: readonly ReplayCommit[], options: ReplayPlanOptions): ReplayPlan {
  if (commits.length < MIN_COMMITS) throw tooShort(commits.length);
  // At least one commit on each side, whatever the share.
  const remembered = Math.min(commits.length - 1, Math.max(1, Math.floor(commits.length * options.split)));
  const eligible = commits
    .filter(touchesKnownFile())
    .filter((commit) => commit.position >= remembered && !isTrivial(commit));
  if (eligible.length === 0) throw nothingToAsk(commits.length - remembered);
  return { remembered, eligible: eligible.length, queries: spread(eligible, options.queries) };
}

/** Nobody needs to be told anything for a release, a bump or a typo. */
const isTrivial = ({ observation: { content, metadata = {} } }: ReplayCommit): boolean =>
  isTrivialCommit({ kind: 'commit', content, metadata });

/** A test to be called in the history's order: has an earlier commit touched one of these source files? */
function touchesKnownFile(): (commit: ReplayCommit) => boolean {
  const known = new Set<string>();
  return ({ paths }) => {
    const sources = paths.filter(isSourceFile);
    const found = sources.some((path) => known.has(path));
    for (const path of sources) known.add(path);
    return found;
  };
}

/** `count` of the rows, each from the middle of its own stretch, so that neither end is favoured. */
export function spread<T>(rows: readonly T[], count: number): readonly T[] {
  if (rows.length <= count) return rows;
  const middle = (stretch: number): number => Math.floor(((stretch + 0.5) * rows.length) / count);
  return Array.from({ length: count }, (_value, stretch) => rows.slice(middle(stretch), middle(stretch) + 1)).flat();
}

/** What a history is short of. */
export function tooLittle(message: string, hint: string, commits: number, needed: number): InklingError {
  return new InklingError('import-source-invalid', message, { hint, details: { commits, needed } });
}

function tooShort(found: number): InklingError {
  const message = `A replay needs at least ${MIN_COMMITS} commits, and there are ${found}.`;
  const hint =
    'Merges, commits by bots and repeated messages do not count: with --commits, name more. In a shallow clone, run "git fetch --unshallow".';
  return tooLittle(message, hint, found, MIN_COMMITS);
}

function nothingToAsk(later: number): InklingError {
  const message = `No commit of the last ${later} touches a source file that an earlier one touched, so no answer would be right.`;
  return tooLittle(message, 'Choose a smaller --split, or wait for more history.', later, 1);
}
