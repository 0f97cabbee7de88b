import type { GitRepository } from '../git/locate-repository.ts';
import { runGit } from '../git/run-git.ts';
import { isSourceFile } from './is-source-file.ts';

/** Files and hunks of one commit that are looked at, in git's order. The first ones of a larger commit stand for all of it. */
export const MAX_FILES = 10;
export const MAX_HUNKS_PER_FILE = 30;

/** The lines of one file that a commit changes, as they were before it. */
export interface ChangedLines {
  /** The file before the commit: of a renamed file its old name. */
  readonly path: string;
  /** First and last line, from 1. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

const DIFF = [
  'diff',
  '-U0',
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
