import type { ReplayCommit } from './read-history.ts';

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

/** Compares an answer with what is true. `sharesFile` says of a position whether that commit touched one of the task's files. */
export function judgeAnswer(
  { named, tokens, answered }: Answer,
  behind: ReadonlySet<number>,
  sharesFile: (position: number) => boolean,
): Verdict {
  const linesBehind = named.filter((position) => behind.has(position)).length;
  return { hit: linesBehind > 0, sameFile: named.some(sharesFile), lines: named.length, linesBehind, tokens, answered };
}

/** A test: did the commit at this position touch a file of that commit? */
export function sharesFileWith(commit: ReplayCommit, commits: readonly ReplayCommit[]): (position: number) => boolean {
  const own = new Set(commit.paths);
  return (position) => commits[position]?.paths.some((path) => own.has(path)) ?? false;
}
