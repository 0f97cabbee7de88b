import type { Observation, ObservationInput } from '@inkling/engine';
import type { GitRepository } from '../../git/locate-repository.ts';
import { runGit } from '../../git/run-git.ts';
import type { ImportTarget } from '../import-target.ts';

/** Branches that others build on, here and as the remote has them. */
const DEFAULT_BRANCHES = [
  'refs/remotes/origin/HEAD',
  ...['main', 'master', 'trunk'].map((name) => `refs/heads/${name}`),
];

/** A statement that an import found to be there, with what the commit at hand would make of it. */
export interface KnownCommit {
  readonly id: string;
  readonly input: ObservationInput;
}

/** Gives commits that were rebased or amended since an earlier import their new hash and files. */
export type RefreshRewritten = (known: readonly KnownCommit[]) => Promise<void>;

/**
 * A rewritten commit keeps its words and the moment at which its author made it; another one with the same words has another moment. What is still in
 * the history of HEAD or of the default branch stands as it is: a pick of it is not its successor. That history is read once, when it is asked for.
 */
export function refreshRewrittenIn(target: ImportTarget, repository: GitRepository): RefreshRewritten {
  let history: Promise<ReadonlySet<string>> | null = null;
  const isRewritten = async (stored: Observation, { metadata, createdAt = '' }: ObservationInput): Promise<boolean> => {
    const [from, to] = [stored.metadata['commit'], metadata?.['commit']];
    if (typeof from !== 'string' || from === to) return false;
    if (Date.parse(stored.createdAt) !== new Date(createdAt).getTime()) return false;
    history ??= commitsOf(repository);
    return !(await history).has(from);
  };
  return async (known) => {
    const rewritten: ObservationInput[] = [];
    for (const { id, input } of known) {
      const stored = await target.observations.get(id);
      if (stored && (await isRewritten(stored, input))) rewritten.push(input);
    }
    if (rewritten.length > 0) await target.observations.rememberMany(rewritten, { refresh: true });
  };
}

async function commitsOf({ directory, heads }: GitRepository): Promise<ReadonlySet<string>> {
  const named = await runGit(directory, ['for-each-ref', '--format=%(objectname)', ...DEFAULT_BRANCHES]);
  const { stdout } = await runGit(directory, ['rev-list', ...heads, ...linesOf(named.stdout)]);
  return new Set(linesOf(stdout));
}

const linesOf = (stdout: string): readonly string[] => stdout.split('\n').filter((line) => line !== '');
