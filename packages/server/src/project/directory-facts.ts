import type { Clock } from '@inkling/engine';
import { createReadCache } from '@inkling/engine/operator';
import { branchOf, findRepositoryPlace } from '../git/locate-repository.ts';
import { projectIdentity, unreadableIdentity } from './project-identity.ts';

/** What an agent's directory says. */
export interface DirectoryFacts {
  /** The project of a directory; one that cannot be read (it is another user's, or in a container) has one of its own. `isAnew`: as it is now, not up to a minute ago. (Default: false) */
  readonly projectOf: (directory: string, options?: { readonly isAnew?: boolean }) => Promise<string>;
  /** The top of the repository that a directory is in; null = it is in none. */
  readonly topOf: (directory: string) => Promise<string | null>;
  /** The issue that a directory's branch names, such as `ENG-412`; null = none. */
  readonly issueOf: (directory: string) => Promise<string | null>;
}

/** What an agent's directory says: its project and the top of its repository, looked up once a minute and for each session that is opened, and the issue that its branch names now. */
export function createDirectoryFacts(clock: Clock): DirectoryFacts {
  const places = keepByDirectory(findRepositoryPlace, clock);
  const projects = keepByDirectory((directory) => projectIdentity(directory, places.anew), clock);
  return {
    projectOf: (directory, { isAnew = false } = {}) =>
      (isAnew ? projects.anew : projects.known)(directory).catch(() => unreadableIdentity(directory)),
    topOf: (directory) =>
      places
        .known(directory)
        .then((place) => place?.workTree ?? null)
        .catch(() => null),
    issueOf: issueOfDirectory,
  };
}

const MOST_DIRECTORIES = 256;

/** Another repository may be put into a directory while the daemon runs, or the first one. */
const KEPT_MS = 60_000;

/**
 * Keeps for a minute what was found of each directory, because looking starts git. `known` asks when that is over or has failed, `anew` whenever
 * nobody is asking at present.
 */
export function keepByDirectory<T>(find: (directory: string) => Promise<T>, clock: Clock) {
  const pending = new Set<string>();
  const kept = createReadCache(
    (directory: string) => {
      pending.add(directory);
      return find(directory).finally(() => pending.delete(directory));
    },
    { clock, ttlMs: KEPT_MS, maxEntries: MOST_DIRECTORIES },
  );
  return {
    known: (directory: string): Promise<T> => kept.get(directory),
    anew: (directory: string): Promise<T> => {
      if (!pending.has(directory)) kept.forget(directory);
      return kept.get(directory);
    },
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
