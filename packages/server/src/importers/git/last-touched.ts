import { commitTime } from './commit-observation.ts';
import type { GitRepository } from '../../git/locate-repository.ts';
import { readCommits } from '../../git/read-commits.ts';

/**
 * When each file was last changed by a commit, in milliseconds. A file's own time says when it was checked out, which after a
 * fresh clone is now for all of them. Files that no commit names are absent. One walk, which ends with the last file found.
 * @param files Relative to the repository's root.
 */
export async function lastTouched(
  repository: GitRepository,
  files: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const missing = new Set(files);
  const found = new Map<string, number>();
  if (repository.heads.length === 0 || missing.size === 0) return found;
  // By extension, not by name: thousands of names would not fit a command line. ":(icase)" because README.MD is one too.
  const pathspecs = [':(icase)*.md', ':(icase)*.mdx', ':(icase)*.mdc', ':(icase)*.markdown'];
  for await (const commit of readCommits(repository, { from: repository.heads, pathspecs })) {
    for (const file of commit.paths) {
      if (missing.delete(file)) found.set(file, commitTime(commit, nowMs));
    }
    if (missing.size === 0) break;
  }
  return found;
}
