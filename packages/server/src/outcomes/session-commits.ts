import { readCommits, type CommitRecord } from '../git/read-commits.ts';
import type { GitRepository } from '../git/locate-repository.ts';
import { runGit } from '../git/run-git.ts';

/** A file that a session changed, and when. */
export interface SessionEdit {
  /** From the repository's top. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The commits since a session's first edit, oldest first, and those of them that hold its edits. */
export interface SessionHistory {
  readonly since: readonly CommitRecord[];
  readonly own: readonly CommitRecord[];
}

const HOUR_S = 3600;
/** What is committed later is more than the session's. */
const COMMITTED_WITHIN_S = 48 * HOUR_S;
// A repository with more branches, and more commits in nine days, is judged by its newest.
const MOST_HEADS = 200;
const MOST_COMMITS = 3000;
const MOST_OWN = 20;

/**
 * Finds the commits of a session by its edits: for each the first commit that changes its file, not before the edit (git keeps whole seconds) and at
 * most two days after it. What only takes something back is no work of a session that edited.
 */
export async function sessionCommits(
  repository: GitRepository,
  edits: readonly SessionEdit[],
): Promise<SessionHistory> {
  const first = Math.floor(Math.min(...edits.map(({ at }) => at)) / 1000);
  const since = await commitsSince(repository, first);
  const own = new Set<CommitRecord>();
  for (const { path, at } of edits) {
    const second = Math.floor(at / 1000);
    const commit = since.find(
      (each) => each.committedAt >= second && each.paths.includes(path) && !/^(?:Revert|Reapply) "/u.test(each.message),
    );
    if (commit && commit.committedAt <= second + COMMITTED_WITHIN_S) own.add(commit);
  }
  return { since, own: [...own].slice(-MOST_OWN) };
}

async function commitsSince(repository: GitRepository, second: number): Promise<readonly CommitRecord[]> {
  const heads = await runGit(repository.directory, [
    'for-each-ref',
    '--sort=-committerdate',
    `--count=${MOST_HEADS}`,
    '--format=%(objectname)',
    'refs/heads',
    'refs/remotes',
  ]);
  const from = [...new Set([...repository.heads, ...heads.stdout.split('\n').filter((line) => line !== '')])];
  const found: CommitRecord[] = [];
  if (from.length === 0) return found;
  for await (const commit of readCommits(repository, { from, maxCount: MOST_COMMITS })) {
    // Git shows the newest first, but for clocks that went wrong.
    if (commit.committedAt < second) break;
    found.push(commit);
  }
  return found.toReversed().toSorted((a, b) => a.committedAt - b.committedAt);
}

/** The lines that a commit added and removed, by file; those of one or two characters, such as a brace, say nothing. */
export interface ChangedLines {
  readonly added: ReadonlyMap<string, readonly string[]>;
  readonly removed: ReadonlyMap<string, readonly string[]>;
}

const MOST_LINES = 2000;
const TELLING_CHARACTERS = 3;

/** Reads what a commit changed. */
export async function changedLines({ directory }: GitRepository, hash: string): Promise<ChangedLines> {
  const { stdout } = await runGit(directory, [
    'show',
    '--format=',
    '--unified=0',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--no-renames',
    '--src-prefix=a/',
    '--dst-prefix=b/',
    '--end-of-options',
    hash,
  ]);
  const added = new Map<string, string[]>();
  const removed = new Map<string, string[]>();
  let path = '';
  for (const line of stdout.split('\n').slice(0, MOST_LINES * 2)) {
    if (line.startsWith('--- a/')) path = line.slice(6);
    else if (line.startsWith('+++ b/')) path = line.slice(6);
    else if (/^[+-]/u.test(line) && !/^(?:\+\+\+|---) /u.test(line)) {
      const text = line.slice(1).trim();
      if (text.length < TELLING_CHARACTERS) continue;
      const of = line.startsWith('+') ? added : removed;
      of.set(path, [...(of.get(path) ?? []), text]);
    }
  }
  return { added, removed };
}
