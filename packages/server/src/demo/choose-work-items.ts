import { commitTime } from '../importers/git/commit-observation.ts';
import { isBot } from '../importers/git/is-bot.ts';
import type { GitRepository } from '../git/locate-repository.ts';
import { readCommits } from '../git/read-commits.ts';
import { splitTrailers } from '../importers/git/split-trailers.ts';
import { guessWorkType, type GuessedWorkType } from '../agents/guess-work-type.ts';

/** A piece of work that really happened, as it stood before it was done. */
export interface DemoWorkItem {
  readonly commit: string;
  readonly title: string;
  readonly workType: GuessedWorkType;
  /** The last moment before the commit was made, in milliseconds. Nothing later may be recalled for it. */
  readonly asOf: number;
}

/**
 * The newest commits as work items: the subject is the title (see {@link workItemTitle}), and memory is asked as of the moment before the commit, so the answer
 * cannot know the commit itself. The body is left out: it tells how the work ended, which nobody knew when it began.
 */
export async function chooseWorkItems(
  repository: GitRepository,
  count: number,
  nowMs: number,
): Promise<readonly DemoWorkItem[]> {
  const items: DemoWorkItem[] = [];
  if (repository.heads.length === 0) return items;
  for await (const commit of readCommits(repository, { from: repository.heads })) {
    const subject = splitTrailers(commit.message).text.trim().split('\n')[0] ?? '';
    const title = workItemTitle(subject);
    if (title === '' || isBot(commit.authorName, commit.authorEmail)) continue;
    if (items.some((item) => item.title === title)) continue;
    items.push({
      commit: commit.hash,
      title,
      workType: guessWorkType(subject),
      asOf: commitTime(commit, nowMs) - 1,
    });
    if (items.length === count) break;
  }
  return items;
}

/** The types of conventional commits. Any other word before a colon is a scope ("tftp: …"), mostly the name of a module. */
const CONVENTIONAL_TYPE =
  /^(?:build|bugfix|chore|ci|deps|docs?|feat|feature|fix|hotfix|perf|refactor|release|revert|style|tests?|wip)(?:\(([^)]*)\))?!?:\s+/i;
const PULL_REQUEST_NUMBER = /\s*\(#\d+\)$/;

/**
 * What a commit's subject would have been called before the work was done: without the number of the pull request, which did not
 * exist yet, and without the conventional type, which the work type says; the scope stays, with a type or alone.
 */
export function workItemTitle(subject: string): string {
  const withoutNumber = subject.trim().replace(PULL_REQUEST_NUMBER, '');
  return withoutNumber.replace(CONVENTIONAL_TYPE, (_type, scope: string | undefined) => (scope ? `${scope}: ` : ''));
}
