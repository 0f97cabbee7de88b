import type { GitRepository } from '../../git/locate-repository.ts';
import { runGit } from '../../git/run-git.ts';

/** What a git import remembers for the next one: where it has been, and how widely it looked. */
export interface GitCursor {
  readonly heads: readonly string[];
  readonly includeMerges: boolean;
  readonly includeBots: boolean;
  /** null = the whole history was read. */
  readonly maxCount: number | null;
}

/** How widely an import looks. */
export type GitCursorScope = Omit<GitCursor, 'heads'>;

// Work trees of one project import from several branches. An older head than these costs only a longer walk.
const MAX_HEADS = 16;
const OBJECT_NAME = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Commits that an earlier import has already covered and that this repository still has: the walk stops there. Empty when there is
 * no usable cursor, or when it looked less widely than `scope` asks for: then everything is walked again, and what is already
 * known is found to be a duplicate.
 */
export async function coveredHeads(
  repository: GitRepository,
  stored: unknown,
  scope: GitCursorScope,
): Promise<string[]> {
  const cursor = parseCursor(stored);
  if (!cursor || isNarrower(cursor, scope)) return [];
  const present: string[] = [];
  for (const head of cursor.heads) {
    // A rewritten history may have lost it; git would refuse the whole walk for one unknown name.
    const found = await runGit(repository.directory, ['cat-file', '-e', `${head}^{commit}`]);
    if (found.exitCode === 0) present.push(head);
  }
  return present;
}

/** The cursor after an import of `heads`, on top of what was covered before. */
export function nextCursor(heads: readonly string[], covered: readonly string[], scope: GitCursorScope): GitCursor {
  return { ...scope, heads: [...new Set([...heads, ...covered])].slice(0, MAX_HEADS) };
}

function isNarrower(cursor: GitCursor, scope: GitCursorScope): boolean {
  const reach = cursor.maxCount ?? Number.POSITIVE_INFINITY;
  const wanted = scope.maxCount ?? Number.POSITIVE_INFINITY;
  return (scope.includeMerges && !cursor.includeMerges) || (scope.includeBots && !cursor.includeBots) || wanted > reach;
}

function parseCursor(stored: unknown): GitCursor | null {
  if (typeof stored !== 'object' || stored === null) return null;
  // From the database, so nothing about it is certain: another version may have written it.
  const { heads, includeMerges, includeBots, maxCount } = stored as Partial<Record<keyof GitCursor, unknown>>;
  if (!Array.isArray(heads)) return null;
  return {
    heads: heads.filter((head): head is string => typeof head === 'string' && OBJECT_NAME.test(head)),
    includeMerges: includeMerges === true,
    includeBots: includeBots === true,
    maxCount: typeof maxCount === 'number' ? maxCount : null,
  };
}
