import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { recordAt } from '../../base/record.ts';
import { type CommitDates, lastCommits } from '../../git/read-commits.ts';
import type { GitRepository } from '../../git/locate-repository.ts';
import { runGit } from '../../git/run-git.ts';
import { commitTime } from '../git/commit-observation.ts';

/** When the files of a checkout were last changed by a commit. */
export interface FileAges {
  /** In milliseconds, as its author dated it; undefined = no commit did. A file's own time says when it was checked out. */
  touchedAt(file: string): number | undefined;
  /** In seconds, as it was committed; undefined = no commit did, or it is not known which. */
  committedAt(file: string): number | undefined;
  /** Whether memory has a file as a later commit left it. What is changed here and not committed is of now. */
  isOlder(file: string): Promise<boolean>;
}

/** When what is remembered of each file was committed, in seconds, by its composed name. */
export type RememberedAges = Readonly<Record<string, number>>;

// By extension, not by name. ":(icase)" because README.MD is one too.
const MARKDOWN = [':(icase)*.md', ':(icase)*.mdx', ':(icase)*.mdc', ':(icase)*.markdown'];

/** Outside of git nothing is older than anything. */
export const NO_AGES: FileAges = {
  touchedAt: () => undefined,
  committedAt: () => undefined,
  isOlder: () => Promise.resolve(false),
};

/** Reads them. @param files Relative to the repository's top, be they there or not. */
export async function readFileAges(
  repository: GitRepository,
  files: readonly string[],
  remembered: RememberedAges,
  nowMs: number,
): Promise<FileAges> {
  const commits = await lastCommits(repository, files, MARKDOWN);
  const timeOf = (file: string): number | undefined => committedTime(commits.get(file), nowMs);
  return {
    touchedAt(file) {
      const commit = commits.get(file);
      return commit && commitTime(commit, nowMs);
    },
    // Git shows the commits at which a shallow clone ends as if they had made all of their files: they are later than what did.
    committedAt: (file) => (repository.boundary.has(commits.get(file)?.hash ?? '') ? undefined : timeOf(file)),
    async isOlder(file) {
      const then = remembered[file.normalize('NFC')];
      const isBehind = then !== undefined && (timeOf(file) ?? (commits.has(file) ? then : 0)) < then;
      return isBehind && (await isAsCommitted(repository, file));
    },
  };
}

/** A clock that was ahead would make everything else older for good. */
function committedTime(commit: CommitDates | undefined, nowMs: number): number | undefined {
  const time = commit?.committedAt ?? Number.NaN;
  return time > 0 ? Math.min(time, Math.floor(nowMs / 1000)) : undefined;
}

/** Whether a file is as HEAD has it, or neither has it. Git would run the programs that the repository's settings name for a comparison. */
async function isAsCommitted({ directory }: GitRepository, file: string): Promise<boolean> {
  const [committed, text] = await Promise.all([
    runGit(directory, ['rev-parse', '--verify', '--quiet', `HEAD:${file}`]),
    readFile(path.join(directory, file)).catch(() => null),
  ]);
  if (text === null || committed.exitCode !== 0) return text === null && committed.exitCode !== 0;
  const hash = committed.stdout.trim();
  const withoutReturns = Buffer.from(text.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return [text, withoutReturns].some((bytes) => blobName(bytes, hash.length) === hash);
}

function blobName(bytes: Buffer, length: number): string {
  const hash = createHash(length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** The times of a cursor that {@link importMarkdown} wrote. */
export function rememberedAges(cursor: unknown): RememberedAges {
  const entries = Object.entries(recordAt(recordAt(cursor)['committed']));
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
