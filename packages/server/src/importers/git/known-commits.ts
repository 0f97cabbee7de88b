import type { Observation, ObservationInput, RememberResult } from '@inkling/engine';
import { textOf } from '../../base/record.ts';
import type { GitRepository } from '../../git/locate-repository.ts';
import type { CommitRecord } from '../../git/read-commits.ts';
import { linesOf, runGit } from '../../git/run-git.ts';
import type { ImportTarget } from '../import-target.ts';
import { GIT_AGENT } from './commit-observation.ts';

/** Of each row what is needed: a long history has many. */
type KnownCommit = Pick<Observation, 'id' | 'pinned'>;

/** What a project has of each commit, by its hash. Several rows of one commit are of imports under other rules. */
export type KnownCommits = ReadonlyMap<string, readonly KnownCommit[]>;

const PAGE = 1_000;

/** Reads what earlier imports of a project stored, and what is still in force of it. */
export async function readKnownCommits(target: ImportTarget, projectId: string): Promise<KnownCommits> {
  const known = new Map<string, KnownCommit[]>();
  let cursor: string | null = null;
  do {
    const filter = { projectId, agentId: GIT_AGENT, kind: 'commit', limit: PAGE };
    const page = await target.observations.list(cursor === null ? filter : { ...filter, cursor });
    for (const { id, pinned, metadata, supersededBy } of page.rows) {
      const hash = textOf(metadata['commit']);
      if (supersededBy === null) known.set(hash, [...(known.get(hash) ?? []), { id, pinned }]);
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return known;
}

/** One commit is one statement: what was stored of it under other rules, with a secret that is redacted now, makes room. Answers how much did. */
export async function supersedeStale(
  target: ImportTarget,
  stored: readonly KnownCommit[],
  { id, created, status }: RememberResult,
  content: string,
): Promise<number> {
  // Nothing that somebody replaced or ended comes into force by this.
  const takesOver = created || status === 'active' || status === 'quarantined';
  const stale = takesOver ? stored.filter((row) => row.id !== id) : [];
  for (const row of stale) await target.observations.supersede(row.id, content);
  return stale.length;
}

const TAKES_BACK = /\bThis reverts commit ([0-9a-f]{40}(?:[0-9a-f]{24})?)\b/gu;

/**
 * Tells of commits that are read newest first which of them were taken back: git writes the hash below the subject. A revert that was taken back
 * itself counts for nothing.
 */
export function createReverts() {
  const revertedBy = new Map<string, string | null>();
  const read = new Set<string>();
  return {
    /** The hash of the commit that took this one back; null = none that was read. */
    read({ hash, message }: Pick<CommitRecord, 'hash' | 'message'>): string | null {
      read.add(hash);
      const by = revertedBy.get(hash) ?? null;
      for (const [, named = ''] of message.matchAll(TAKES_BACK)) {
        if (!revertedBy.has(named)) revertedBy.set(named, by === null ? hash : null);
      }
      return by;
    },
    /** Those that were named and not read; what is read meanwhile may name more. */
    *unread(): Generator<string> {
      for (const hash of revertedBy.keys()) if (!read.has(hash)) yield hash;
    },
  };
}

/** Branches that others build on, here and as the remote has them. */
const DEFAULT_BRANCHES = [
  'refs/remotes/origin/HEAD',
  ...['main', 'master', 'trunk'].map((name) => `refs/heads/${name}`),
];

/**
 * Gives commits that were rebased or amended since an earlier import their new hash and files, and those that were taken back the hash of the
 * revert: `input` is what the commit at hand would store.
 */
export type RefreshRewritten = (
  known: readonly { readonly id: string; readonly input: ObservationInput }[],
) => Promise<void>;

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
  const isRevertNew = (stored: Observation, { metadata = {}, createdAt = '' }: ObservationInput): boolean => {
    if (stored.metadata['revertedBy'] === metadata['revertedBy']) return false;
    if (stored.metadata['commit'] === metadata['commit']) return true;
    // The same words that landed again hold.
    return metadata['revertedBy'] === undefined && new Date(createdAt).getTime() >= Date.parse(stored.createdAt);
  };
  return async (known) => {
    const rewritten: ObservationInput[] = [];
    for (const { id, input } of known) {
      const stored = await target.observations.get(id);
      if (stored && (isRevertNew(stored, input) || (await isRewritten(stored, input)))) rewritten.push(input);
    }
    if (rewritten.length > 0) await target.observations.rememberMany(rewritten, { refresh: true });
  };
}

async function commitsOf({ directory, heads }: GitRepository): Promise<ReadonlySet<string>> {
  const named = await runGit(directory, ['for-each-ref', '--format=%(objectname)', ...DEFAULT_BRANCHES]);
  const { stdout } = await runGit(directory, ['rev-list', ...heads, ...linesOf(named.stdout)]);
  return new Set(linesOf(stdout));
}
