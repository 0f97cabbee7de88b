import type { Observation, RememberResult } from '@inkling/engine';
import { textOf } from '../../base/record.ts';
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
