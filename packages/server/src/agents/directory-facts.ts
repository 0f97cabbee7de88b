import { findRepositoryPlace } from '../git/locate-repository.ts';
import { runGit } from '../git/run-git.ts';
import { projectIdentity } from '../project/project-identity.ts';
import type { HookServicePorts } from './agent-session.ts';

/** What hooks ask of a directory: its project and the top of its repository, each found once, and the issue that its branch names now. */
export function createDirectoryFacts(): Pick<HookServicePorts, 'projectOf' | 'topOf' | 'issueOf'> {
  return {
    projectOf: createProjectFinder(),
    topOf: createProjectFinder(topOfDirectory),
    issueOf: issueOfDirectory,
  };
}

/** Looking starts git up to four times; a directory does not change its repository while an agent works in it. */
const MOST_DIRECTORIES = 256;

/** What is known of a directory, found once; null for one that is gone or cannot be read. (Default: its project) */
export function createProjectFinder(
  find: (directory: string) => Promise<string | null> = projectIdentity,
): (directory: string) => Promise<string | null> {
  const found = new Map<string, Promise<string | null>>();
  return (directory) => {
    const known = found.get(directory);
    if (known) return known;
    const finding = find(directory).catch(() => {
      found.delete(directory);
      return null;
    });
    found.set(directory, finding);
    const [oldest] = found.keys();
    if (found.size > MOST_DIRECTORIES && oldest !== undefined) found.delete(oldest);
    return finding;
  };
}

/** The top of the repository that a directory is in; null = it is in none, or in a bare one. Fails for one that is gone. */
async function topOfDirectory(directory: string): Promise<string | null> {
  return (await findRepositoryPlace(directory))?.workTree ?? null;
}

/** An identifier as trackers make them, anywhere in a branch's name: `fix/eng-412-null-pointer`. */
const ISSUE = /(?:^|[/_-])([a-z][a-z0-9]{1,9}-\d{1,7})(?=$|[/_-])/i;

/** The issue that a branch's name holds; null = none. */
export function issueInBranch(branch: string): string | null {
  return ISSUE.exec(branch)?.[1]?.toUpperCase() ?? null;
}

/** The issue that the branch of a directory names; null without one, without git and outside of it. */
async function issueOfDirectory(directory: string): Promise<string | null> {
  const head = await runGit(directory, ['symbolic-ref', '--short', '--quiet', 'HEAD']).catch(() => null);
  return head?.exitCode === 0 ? issueInBranch(head.stdout.trim()) : null;
}
