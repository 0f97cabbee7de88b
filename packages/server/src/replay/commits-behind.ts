import { InklingError } from '@inkling/engine';
import type { GitRepository } from '../git/locate-repository.ts';
import { runGit } from '../git/run-git.ts';
import { changedLines, type ChangedLines } from './changed-lines.ts';

/** Commits that count as standing behind changed lines: those that last touched most of them. */
const MOST_BEHIND = 3;

/** Which earlier commits a change builds on, whoever finds them: positions in the history. */
export interface CommitsBehind {
  /** Of all lines that the commit changes, at most three. */
  readonly all: ReadonlySet<number>;
  /** Of the lines in each file, at most three, in the order in which git lists the files. */
  readonly files: readonly { readonly path: string; readonly behind: ReadonlySet<number> }[];
}

/**
 * The commits behind the lines that a commit changes, by `git blame -w` at its first parent. Each line counts once for the commit that
 * last touched it; the three with the most lines count, of equal ones the newer.
 * @param positions Of every commit that memory can hold, by hash. A commit that is not there (a merge, a bot's, one before the
 *   history that was read) keeps its place among the three, though nobody can name it.
 * @throws InklingError `import-source-invalid` when git cannot blame a file, for example in a partial clone.
 */
export async function commitsBehind(
  repository: GitRepository,
  hash: string,
  positions: ReadonlyMap<string, number>,
): Promise<CommitsBehind> {
  const changed = await changedLines(repository, hash);
  const counted: LinesByHash[] = [];
  for (const file of changed) counted.push(await blame(repository, `${hash}^`, file));
  const files = changed.map(({ path }, index) => ({
    path,
    behind: mostLines(counted.slice(index, index + 1), positions),
  }));
  return { all: mostLines(counted, positions), files: files.filter(({ behind }) => behind.size > 0) };
}

type LinesByHash = ReadonlyMap<string, number>;

// Hash, old line, new line, and at the head of a group its size. The line itself follows behind a tab.
const BLAMED = /^([0-9a-f]{40,64}) \d+ \d+/gm;

// A file that was empty.
const NO_LINES = /has only 0 lines/;

async function blame(repository: GitRepository, at: string, { path, ranges }: ChangedLines): Promise<LinesByHash> {
  const { exitCode, stdout, stderr } = await runGit(repository.directory, [
    'blame',
    '-w',
    '--porcelain',
    '--ignore-revs-file=', // takes back blame.ignoreRevsFile: the commits behind the lines are asked for, all of them
    ...ranges.map(([first, last]) => `-L${first},${last}`),
    at,
    '--',
    path,
  ]);
  if (exitCode !== 0 && !NO_LINES.test(stderr)) throw cannotBlame(path, stderr);
  const lines = new Map<string, number>();
  for (const [, hash = ''] of stdout.matchAll(BLAMED)) lines.set(hash, (lines.get(hash) ?? 0) + 1);
  return lines;
}

function mostLines(counted: readonly LinesByHash[], positions: ReadonlyMap<string, number>): ReadonlySet<number> {
  const total = new Map<string, number>();
  for (const lines of counted) for (const [hash, count] of lines) total.set(hash, (total.get(hash) ?? 0) + count);
  const ranked = [...total].map(([hash, count]) => ({ count, position: positions.get(hash) ?? -1 }));
  const most = ranked.toSorted((a, b) => b.count - a.count || b.position - a.position).slice(0, MOST_BEHIND);
  return new Set(most.map(({ position }) => position).filter((position) => position >= 0));
}

function cannotBlame(path: string, stderr: string): InklingError {
  const reason = stderr.split('\n')[0] || 'git ended with an error.';
  return new InklingError('import-source-invalid', `Git cannot blame ${path}: ${reason}`, {
    wayOut: 'Run "git blame" on that file in the repository, and mend what it complains of.',
    details: { path },
  });
}
