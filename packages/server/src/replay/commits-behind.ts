import { InklingError } from '@inkling/engine/errors';
import type { GitRepository } from '../git/locate-repository.ts';
import { runGit } from '../git/run-git.ts';
import { isTestFile } from '../code-graph/test-file.ts';

/** Commits that count as standing behind changed lines: those that last touched most of them. */
const MOST_BEHIND = 3;

/** Which earlier commits a change builds on, whoever finds them: positions in the history. */
export interface CommitsBehind {
  /** Of all lines that the commit changes, at most three. */
  readonly all: ReadonlySet<number>;
  /** Of the lines in each file, at most three, in the order in which git lists the files. */
  readonly files: readonly { readonly path: string; readonly behind: ReadonlySet<number> }[];
}

/**
 * The commits behind the lines that a commit changes, by `git blame -w` at its first parent. Each line counts once for the commit that
 * last touched it; the three with the most lines count, of equal ones the newer.
 * @param positions Of every commit that memory can hold, by hash. A commit that is not there (a merge, a bot's, one before the
 *   history that was read) keeps its place among the three, though nobody can name it.
 * @throws InklingError `import-source-invalid` when git cannot blame a file, for example in a partial clone.
 */
export async function commitsBehind(
  repository: GitRepository,
  hash: string,
  positions: ReadonlyMap<string, number>,
): Promise<CommitsBehind> {
  const changed = await changedLines(repository, hash);
  const counted: LinesByHash[] = [];
  for (const file of changed) counted.push(await blame(repository, `${hash}^`, file));
  const files = changed.map(({ path }, index) => ({
    path,
    behind: mostLines(counted.slice(index, index + 1), positions),
  }));
  return { all: mostLines(counted, positions), files: files.filter(({ behind }) => behind.size > 0) };
}

type LinesByHash = ReadonlyMap<string, number>;

// Hash, old line, new line, and at the head of a group its size. The line itself follows behind a tab.
const BLAMED = /^([0-9a-f]{40,64}) \d+ \d+/gm;

// A file that was empty.
const NO_LINES = /has only 0 lines/;

async function blame(repository: GitRepository, at: string, { path, ranges }: ChangedLines): Promise<LinesByHash> {
  const { exitCode, stdout, stderr } = await runGit(repository.directory, [
    'blame',
    '-w',
    '--porcelain',
    '--ignore-revs-file=', // takes back blame.ignoreRevsFile: the commits behind the lines are asked for, all of them
    ...ranges.map(([first, last]) => `-L${first},${last}`),
    at,
    '--',
    path,
  ]);
  if (exitCode !== 0 && !NO_LINES.test(stderr)) throw cannotBlame(path, stderr);
  const lines = new Map<string, number>();
  for (const [, hash = ''] of stdout.matchAll(BLAMED)) lines.set(hash, (lines.get(hash) ?? 0) + 1);
  return lines;
}

function mostLines(counted: readonly LinesByHash[], positions: ReadonlyMap<string, number>): ReadonlySet<number> {
  const total = new Map<string, number>();
  for (const lines of counted) for (const [hash, count] of lines) total.set(hash, (total.get(hash) ?? 0) + count);
  const ranked = [...total].map(([hash, count]) => ({ count, position: positions.get(hash) ?? -1 }));
  const most = ranked.toSorted((a, b) => b.count - a.count || b.position - a.position).slice(0, MOST_BEHIND);
  return new Set(most.map(({ position }) => position).filter((position) => position >= 0));
}

// Git opens what blame.ignoreRevsFile names before it reads its options.
const NO_IGNORED = /object name list/;

function cannotBlame(path: string, stderr: string): InklingError {
  const reason = stderr.split('\n')[0] || 'git ended with an error.';
  return new InklingError('import-source-invalid', `Git cannot blame ${path}: ${reason}`, {
    hint: NO_IGNORED.test(reason)
      ? 'Set blame.ignoreRevsFile to a file that is there, or unset it.'
      : 'Run "git blame" on that file in the repository, and mend what it complains of.',
    details: { path },
  });
}

/** Files and hunks of one commit that are looked at, in git's order. The first ones of a larger commit stand for all of it. */
export const MAX_FILES = 10;
export const MAX_HUNKS_PER_FILE = 30;

/** The lines of one file that a commit changes, as they were before it. */
interface ChangedLines {
  /** The file before the commit: of a renamed file its old name. */
  readonly path: string;
  /** First and last line, from 1. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

const DIFF = [
  'diff',
  '-U0',
  '--inter-hunk-context=0',
  '--find-renames',
  '--diff-filter=MR', // what is added has no lines before, and who deletes a file edits none
  '--no-color',
  '--no-ext-diff', // a repository's own config may name programs for these two; none of them runs
  '--no-textconv',
  '--ignore-submodules=all',
  '--src-prefix=a/', // diff.noprefix takes both away
  '--dst-prefix=b/',
  '-O/dev/null', // diff.orderFile may name a file that is not there, which ends git
];

/**
 * What a commit changes against its first parent, source files only. Empty when it has no parent, or changes no file that was there. A
 * hunk that only adds stands for the lines on both sides of it.
 */
export async function changedLines(repository: GitRepository, hash: string): Promise<readonly ChangedLines[]> {
  const { exitCode, stdout } = await runGit(repository.directory, [...DIFF, `${hash}^`, hash, '--']);
  if (exitCode !== 0) return [];
  return parseDiff(stdout)
    .filter(({ path, ranges }) => isSourceFile(path) && ranges.length > 0)
    .slice(0, MAX_FILES)
    .map(({ path, ranges }) => ({ path, ranges: ranges.slice(0, MAX_HUNKS_PER_FILE) }));
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** A removed line may look like a heading, so the lines of a hunk are counted off. */
function parseDiff(diff: string): ChangedLines[] {
  const files: { path: string; ranges: (readonly [number, number])[] }[] = [];
  let inHunk = 0;
  for (const line of diff.split('\n')) {
    if (inHunk > 0) {
      if (!line.startsWith('\\')) inHunk -= 1;
      continue;
    }
    // A name with a blank in it ends with a tab. Names that git quotes are not worth a parser: they are left out with their hunks.
    if (line.startsWith('--- ')) files.push({ path: oldName(line), ranges: [] });
    const hunk = HUNK.exec(line);
    if (!hunk) continue;
    const [start, removed, added] = [Number(hunk[1]), Number(hunk[2] ?? 1), Number(hunk[3] ?? 1)];
    files.at(-1)?.ranges.push(removed > 0 ? [start, start + removed - 1] : [Math.max(1, start), start + 1]);
    inHunk = removed + added;
  }
  return files.filter(({ path }) => path !== '');
}

const oldName = (line: string): string => /^--- a\/(.*?)\t?$/.exec(line)?.[1] ?? '';

const PROSE = /\.(md|mdx|mdc|markdown|rst|txt|adoc|asciidoc|org|tex|pod|[1-9])$/i;
const PROSE_FOLDER = /(^|\/)(docs?|documentation|man|changelogs?|\.changeset)\//i;
const PROSE_NAME = /(^|\/)(changelog|changes|history|news|readme|authors|license|licence|copying|notice)[^./]*$/i;
const LOCK =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|gradle\.lockfile|packages\.lock\.json|bun\.lockb|[^/]+\.lock)$/i;

const MANIFEST =
  /(^|\/)(package\.json|bower\.json|composer\.json|pyproject\.toml|setup\.(cfg|py)|tox\.ini|cargo\.toml|go\.mod|pom\.xml|gemfile|__version__\.py|version(\.[a-z]+)?)$|(^|\/)\.|(^|\/)(appveyor|azure-pipelines)\.yml$/i;

/** Whether a change of this file is work on the program: no test, no documentation, no changelog, no lock file or manifest, nothing of CI. */
export function isSourceFile(file: string): boolean {
  return !isTestFile(file) && ![PROSE, PROSE_FOLDER, PROSE_NAME, LOCK, MANIFEST].some((pattern) => pattern.test(file));
}
