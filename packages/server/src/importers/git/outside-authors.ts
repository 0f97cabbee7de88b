import type { GitRepository } from '../../git/locate-repository.ts';
import { runGit } from '../../git/run-git.ts';

/** In a shorter history everybody is new. */
const OLD_ENOUGH = 50;

/**
 * The addresses of those who have one commit in a repository's history and no more, as its mailmap has them: nobody knows them yet. Without
 * the address that git is set up with here. Empty for a short history, and where git cannot count.
 */
export async function outsideAuthors(repository: GitRepository): Promise<ReadonlySet<string>> {
  if (repository.heads.length === 0) return new Set();
  const [counted, own] = await Promise.all([
    runGit(repository.directory, ['shortlog', '-sne', '--end-of-options', ...repository.heads, '--']),
    runGit(repository.directory, ['config', 'user.email']),
  ]);
  const authors = Array.from(counted.stdout.matchAll(/^\s*(\d+)\t.*<([^<>\n]*)>$/gm), ([, count, email = '']) => ({
    commits: Number(count),
    email,
  }));
  const commits = new Map<string, number>();
  for (const author of authors) commits.set(author.email, (commits.get(author.email) ?? 0) + author.commits);
  const all = authors.reduce((sum, author) => sum + author.commits, 0);
  if (all < OLD_ENOUGH) return new Set();
  commits.delete(own.stdout.trim());
  return new Set([...commits].filter(([, count]) => count === 1).map(([email]) => email));
}
