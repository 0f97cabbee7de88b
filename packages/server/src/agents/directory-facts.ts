import { branchOf, findRepositoryPlace } from '../git/locate-repository.ts';
import { projectIdentity } from '../project/project-identity.ts';
import type { HookServicePorts } from './agent-session.ts';

/** What hooks ask of a directory: its project and the top of its repository, looked up once, and the issue that its branch names now. */
export function createDirectoryFacts(): Pick<HookServicePorts, 'projectOf' | 'topOf' | 'issueOf'> {
  const placeOf = oncePerDirectory(findRepositoryPlace);
  const projectOf = oncePerDirectory((directory) => projectIdentity(directory, placeOf));
  return {
    projectOf: (directory) => projectOf(directory).catch(() => null),
    topOf: (directory) =>
      placeOf(directory)
        .then((place) => place?.workTree ?? null)
        .catch(() => null),
    issueOf: issueOfDirectory,
  };
}

const MOST_DIRECTORIES = 256;

/**
 * Asks once for each directory, because looking starts git and a directory does not change its repository while an agent works in it. What
 * failed is asked again.
 */
export function oncePerDirectory<T>(find: (directory: string) => Promise<T>): (directory: string) => Promise<T> {
  const found = new Map<string, Promise<T>>();
  return (directory) => {
    const known = found.get(directory);
    if (known) return known;
    const finding = find(directory).catch((error: unknown) => {
      found.delete(directory);
      throw error;
    });
    found.set(directory, finding);
    const [oldest] = found.keys();
    if (found.size > MOST_DIRECTORIES && oldest !== undefined) found.delete(oldest);
    return finding;
  };
}

/** An identifier as trackers make them, anywhere in a branch's name: `fix/eng-412-null-pointer`. */
const ISSUE = /(?:^|[/_-])([a-z][a-z0-9]{1,9}-\d{1,7})(?=$|[/_-])/i;

/** The issue that a branch's name holds; null = none. */
export function issueInBranch(branch: string): string | null {
  return ISSUE.exec(branch)?.[1]?.toUpperCase() ?? null;
}

/** The issue that the branch of a directory names; null without one and outside of git. */
async function issueOfDirectory(directory: string): Promise<string | null> {
  const branch = await branchOf(directory);
  return branch === null ? null : issueInBranch(branch);
}
