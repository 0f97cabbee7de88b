import type { OutcomeEvidence } from '@inkling/engine/types';
import type { CommitRecord } from '../git/read-commits.ts';
import type { GitRepository } from '../git/locate-repository.ts';
import { runGit } from '../git/run-git.ts';
import {
  changedLines,
  sessionCommits,
  type ChangedLines,
  type SessionEdit,
  type SessionHistory,
} from './session-commits.ts';

const DAY_S = 86_400;
/** Work that stands so long was kept. */
const SURVIVES_AFTER_S = 3 * DAY_S;
/** A repair of its lines that comes later is another story. */
const FIXED_WITHIN_S = 7 * DAY_S;
/** So much of what was added must stand in the default branch. */
const SHARE_THAT_STANDS = 0.5;
const MOST_FILES = 20;
const MOST_FIXES = 50;

const FIXES = /^(?:(?:bug|hot)?fix(?:up|es|ed)?|correct|repair|squash)\b/iu;

/**
 * What became of a session's work, by the history of its checkout: which of its commits are on the default branch, whether their lines still stand days
 * later, were repaired within days, or were reverted. Read only.
 */
export async function gitEvidence(
  repository: GitRepository,
  edits: readonly SessionEdit[],
  nowMs: number,
): Promise<readonly OutcomeEvidence[]> {
  if (edits.length === 0) return [];
  const history = await sessionCommits(repository, edits);
  const branches = await defaultBranches(repository);
  const evidence = await Promise.all(
    history.own.map((commit) => evidenceOf({ repository, branches, history, nowMs }, commit)),
  );
  return evidence.flat();
}

interface Looking {
  readonly repository: GitRepository;
  readonly branches: readonly string[];
  readonly history: SessionHistory;
  readonly nowMs: number;
}

async function evidenceOf(looking: Looking, commit: CommitRecord): Promise<readonly OutcomeEvidence[]> {
  const { repository, branches, history, nowMs } = looking;
  const { hash, committedAt } = commit;
  const revert = revertOf(commit, history.since);
  if (revert !== null) return [{ ...seen(revert), source: 'revert', subject: hash, says: 'rejected' }];
  const lines = await changedLines(repository, hash);
  const standing = await stands(repository, branches, commit, lines);
  if (standing === 'nowhere') return [];
  const found: OutcomeEvidence[] = [{ ...seen(commit), source: 'commit', subject: hash, says: 'accepted' }];
  for (const fix of await fixesOf(looking, commit, lines)) {
    found.push({ ...seen(fix), source: 'fix-up', subject: fix.hash, says: 'rework' });
  }
  const settledAt = committedAt + SURVIVES_AFTER_S;
  if (standing === 'whole' && nowMs / 1000 >= settledAt) {
    found.push({ ...seen(commit), source: 'survival', subject: hash, says: 'accepted', occurredAt: timeOf(settledAt) });
  }
  return found;
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
const subjectOf = ({ message }: CommitRecord): string => message.split('\n', 1)[0]!.trim();

function seen(commit: CommitRecord): Pick<OutcomeEvidence, 'detail' | 'actor' | 'occurredAt'> {
  return { detail: subjectOf(commit), actor: null, occurredAt: timeOf(commit.committedAt) };
}

/** The commit that took another one back, unless that was taken back in turn. */
function revertOf(commit: CommitRecord, since: readonly CommitRecord[]): CommitRecord | null {
  const later = since.slice(since.indexOf(commit) + 1);
  const revert = later.find((each) => reverts(each, commit));
  if (!revert) return null;
  const isBack = later.some((each) => reverts(each, revert) || subjectOf(each) === `Reapply "${subjectOf(commit)}"`);
  return isBack ? null : revert;
}

function reverts(later: CommitRecord, { hash, message }: CommitRecord): boolean {
  const named = /This reverts commit ([0-9a-f]{7,40})/u.exec(later.message)?.[1];
  return named === undefined
    ? subjectOf(later) === `Revert "${message.split('\n', 1)[0]!.trim()}"`
    : hash.startsWith(named);
}

/** The default branch, here and as the remote has it. */
async function defaultBranches({ directory }: GitRepository): Promise<readonly string[]> {
  const head = await runGit(directory, ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']);
  const remote = head.exitCode === 0 ? head.stdout.trim() : 'origin/main';
  const names = [remote, remote.replace(/^[^/]+\//u, ''), 'main', 'master', 'trunk'];
  const found = await Promise.all(
    [...new Set(names)].map(async (name) => {
      const { exitCode } = await runGit(directory, [
        'rev-parse',
        '--verify',
        '--quiet',
        '--end-of-options',
        `${name}^{commit}`,
      ]);
      return exitCode === 0 ? [name] : [];
    }),
  );
  const branches = found.flat().slice(0, 2);
  return branches.length > 0 ? branches : ['HEAD'];
}

/**
 * How much of a commit the default branch has. `whole`: what it added stands there, however it came (merged, rebased, squashed). `part`: it was merged,
 * and less than half of it stands.
 */
async function stands(
  repository: GitRepository,
  branches: readonly string[],
  { hash }: CommitRecord,
  { added }: ChangedLines,
): Promise<'whole' | 'part' | 'nowhere'> {
  const shares = await Promise.all(branches.map((branch) => shareIn(repository, branch, added)));
  if (shares.some((share) => share !== null && share >= SHARE_THAT_STANDS)) return 'whole';
  const merged = await Promise.all(
    branches.map((branch) => runGit(repository.directory, ['merge-base', '--is-ancestor', hash, branch])),
  );
  if (!merged.some(({ exitCode }) => exitCode === 0)) return 'nowhere';
  return shares.every((share) => share === null) ? 'whole' : 'part';
}

/** The share of added lines that a branch has in their files; null when nothing was added. */
async function shareIn(
  { directory }: GitRepository,
  branch: string,
  added: ReadonlyMap<string, readonly string[]>,
): Promise<number | null> {
  let all = 0;
  let there = 0;
  for (const [path, lines] of [...added].slice(0, MOST_FILES)) {
    const { stdout } = await runGit(directory, ['show', '--no-textconv', '--end-of-options', `${branch}:${path}`]);
    const present = new Set(stdout.split('\n').map((line) => line.trim()));
    all += lines.length;
    there += lines.filter((line) => present.has(line)).length;
  }
  return all === 0 ? null : there / all;
}

/** Commits of others that repaired the lines of one within days: they say so, and name it or remove some of its lines. */
async function fixesOf(
  { repository, history: { since, own } }: Looking,
  commit: CommitRecord,
  { added }: ChangedLines,
): Promise<readonly CommitRecord[]> {
  const later = since.filter(
    (each) =>
      each.committedAt >= commit.committedAt &&
      each.committedAt <= commit.committedAt + FIXED_WITHIN_S &&
      !own.includes(each) &&
      each.paths.some((path) => commit.paths.includes(path)),
  );
  const fixes: CommitRecord[] = [];
  for (const each of later.slice(0, MOST_FIXES)) {
    if (names(each, commit)) fixes.push(each);
    else if (FIXES.test(subjectOf(each)) && removesLinesOf(await changedLines(repository, each.hash), added))
      fixes.push(each);
  }
  return fixes;
}

function names(later: CommitRecord, commit: CommitRecord): boolean {
  if (/^(?:fixup|squash)! /u.test(later.message)) return subjectOf(later).replace(/^\w+! /u, '') === subjectOf(commit);
  const named = /\bfix(?:es|ed)?:? (?:commit )?([0-9a-f]{7,40})\b/iu.exec(later.message)?.[1];
  return named !== undefined && commit.hash.startsWith(named.toLowerCase());
}

function removesLinesOf({ removed }: ChangedLines, added: ReadonlyMap<string, readonly string[]>): boolean {
  return [...removed].some(([path, lines]) => lines.some((line) => added.get(path)?.includes(line)));
}
