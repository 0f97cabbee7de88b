import type { GitRepository } from '../../git/locate-repository.ts';
import { runGit } from '../../git/run-git.ts';

// Accounts that write commits without anybody having decided something. A name is enough: none of them is a person's.
const BOT_NAMES = new Set([
  'allcontributors',
  'codecov',
  'dependabot',
  'dependabot-preview',
  'github-actions',
  'github actions',
  'greenkeeper',
  'greenkeeperio-bot',
  'imgbot',
  'mergify',
  'pre-commit-ci',
  'pyup-bot',
  'renovate',
  'semantic-release-bot',
  'snyk-bot',
  'weblate',
]);

// "[bot]" is how hosts mark an app's account, in the name and in the no-reply address; "-bot" needs its separator (think of Talbot).
const BOT_NAME = /(\[bot\]|[-_ ]bot)$/i;
const BOT_ADDRESS = /\[bot\]@|^(dependabot|renovate|bot)@|[-+]bot@/i;

/** True when a commit's author is a program, judged by name and address. */
export function isBot(name: string, email: string): boolean {
  const cleaned = name.trim().toLowerCase();
  return BOT_NAMES.has(cleaned) || BOT_NAME.test(cleaned) || BOT_ADDRESS.test(email.trim());
}

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
