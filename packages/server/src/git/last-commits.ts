import type { GitRepository } from './locate-repository.ts';
import { type CommitRecord, readLog } from './read-commits.ts';

/** Hash and dates of a commit, as {@link CommitRecord} has them. */
export type CommitDates = Pick<CommitRecord, 'hash' | 'authoredAt' | 'committedAt'>;

// No path begins like this.
const HEADER = '//';

/**
 * The commit that last changed each of the files: one that removed it, too, and a merge that gave it a text which none of its parents had. Absent are
 * files that no commit of this history names. One walk, which ends with the last file found.
 * @param files Relative to the repository's root.
 * @param pathspecs What all of them match: thousands of names would not fit a command line.
 */
export async function lastCommits(
  repository: GitRepository,
  files: readonly string[],
  pathspecs: readonly string[],
): Promise<ReadonlyMap<string, CommitDates>> {
  const missing = new Set(files);
  const found = new Map<string, CommitDates>();
  if (repository.heads.length === 0 || missing.size === 0) return found;
  // "-c" names of a merge only what it changed; git sets its paths off otherwise than those of other commits.
  const args = ['-c', `--format=%x00${HEADER}%H %at %ct`, '--end-of-options', ...repository.heads, '--', ...pathspecs];
  let commit: CommitDates | null = null;
  for await (const tokens of readLog(repository, args)) {
    for (const token of tokens) {
      if (token.startsWith(HEADER)) commit = datesOf(token);
      else if (commit) for (const file of [token, token.replace(/^\n/, '')]) note(commit, file);
    }
    if (missing.size === 0) break;
  }
  return found;

  function note(dates: CommitDates, file: string): void {
    if (missing.delete(file)) found.set(file, dates);
  }
}

function datesOf(header: string): CommitDates {
  const [hash = '', authoredAt = '', committedAt = ''] = header.slice(HEADER.length).split(' ');
  return { hash, authoredAt: Number.parseInt(authoredAt, 10), committedAt: Number.parseInt(committedAt, 10) };
}
