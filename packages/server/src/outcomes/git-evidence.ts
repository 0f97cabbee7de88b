import type { OutcomeEvidence } from '@inkling/engine/types';
import type { GitRepository } from '../git/locate-repository.ts';
import { type CommitRecord, readCommits } from '../git/read-commits.ts';
import { linesOf, runGit } from '../git/run-git.ts';

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
  if (history.own.length === 0) return [];
  const branches = await defaultBranches(repository);
  const evidence = await Promise.all(
    history.own.map((commit) => evidenceOf({ repository, branches, history, nowMs }, commit)),
  );
  return evidence.flat();
}

interface Looking {
  readonly repository: GitRepository;
  readonly branches: readonly string[];
  readonly history: Awaited<ReturnType<typeof sessionCommits>>;
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
  const head = await runGit(directory, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const remote = head.exitCode === 0 ? head.stdout.trim() : 'refs/remotes/origin/main';
  const local = [remote.replace(/^refs\/remotes\/[^/]+\//u, ''), 'main', 'master', 'trunk'];
  const names = [...new Set([remote, ...local.map((name) => `refs/heads/${name}`)])];
  const { stdout } = await runGit(directory, ['for-each-ref', '--format=%(refname)', ...names]);
  const found = new Set(stdout.split('\n'));
  const branches = names.filter((name) => found.has(name)).slice(0, 2);
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

/** A file that a session changed, and when. */
export interface SessionEdit {
  /** From the repository's top. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const HOUR_S = 3600;
/** What is committed later is more than the session's. */
const COMMITTED_WITHIN_S = 48 * HOUR_S;
// A repository with more branches, and more commits in nine days, is judged by its newest.
const MOST_HEADS = 200;
const MOST_COMMITS = 3000;
const MOST_OWN = 20;

/**
 * The commits since a session's first edit, oldest first, and its own by its edits: for each the first commit that changes its file, not before the edit (git keeps whole seconds) and at
 * most two days after it. What only takes something back is no work of a session that edited.
 */
async function sessionCommits(repository: GitRepository, edits: readonly SessionEdit[]) {
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
  const from = [...new Set([...repository.heads, ...linesOf(heads.stdout)])];
  const found: CommitRecord[] = [];
  if (from.length === 0) return found;
  for await (const commit of readCommits(repository, { from, maxCount: MOST_COMMITS })) {
    // Git shows the newest first, but for clocks that went wrong.
    if (commit.committedAt < second) break;
    // At the end of a shallow clone it looks as if it had made every file.
    if (!repository.boundary.has(commit.hash)) found.push(commit);
  }
  return found.toReversed().toSorted((a, b) => a.committedAt - b.committedAt);
}

type ChangedLines = Awaited<ReturnType<typeof changedLines>>;

const MOST_LINES = 2000;
const TELLING_CHARACTERS = 3;

/** The lines that a commit added and removed, by file; those of one or two characters, such as a brace, say nothing. */
async function changedLines({ directory }: GitRepository, hash: string) {
  const { stdout } = await runGit(directory, [
    'show',
    '--format=',
    '--unified=0',
    '--inter-hunk-context=0',
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
  let inHunk = 0;
  for (const line of stdout.split('\n').slice(0, MOST_LINES * 2)) {
    if (inHunk === 0) {
      path = pathOf(line) ?? path;
      inHunk = linesInHunk(line);
    } else if (/^[+-]/u.test(line)) {
      inHunk -= 1;
      const text = line.slice(1).trim();
      if (text.length < TELLING_CHARACTERS) continue;
      const of = line.startsWith('+') ? added : removed;
      of.set(path, [...(of.get(path) ?? []), text]);
    }
  }
  return { added, removed };
}

/** How many changed lines follow on the head of a hunk. They are counted off: a removed line may look like the head of a file. */
function linesInHunk(line: string): number {
  const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/u.exec(line);
  return hunk === null ? 0 : Number(hunk[1] ?? 1) + Number(hunk[2] ?? 1);
}

/** The file that a line before the hunks names, old or new. A name with a blank in it ends with a tab; quotes and the like are escaped. */
function pathOf(line: string): string | null {
  const [, quoted, plain] = /^(?:---|\+\+\+) (?:"[ab]\/(.*)"|[ab]\/(.*?))\t?$/u.exec(line) ?? [];
  return quoted?.replaceAll(/\\([0-7]{3}|.)/gu, unescaped) ?? plain ?? null;
}

const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

const unescaped = (_all: string, code: string): string =>
  ESCAPES[code] ?? (code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : code);
