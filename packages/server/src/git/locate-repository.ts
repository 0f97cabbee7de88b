import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { shellQuoted } from '../base/shell-quoted.ts';
import { linesOf, runGit } from './run-git.ts';

/** A repository on this disk, as far as an import needs to know it. */
export interface GitRepository {
  /** Where git commands run: the top of the work tree, or the git directory of a bare repository. */
  readonly directory: string;
  /** The work tree; null for a bare repository. */
  readonly workTree: string | null;
  /** Shared by all work trees of one repository. Absolute. */
  readonly commonDirectory: string;
  readonly shallow: boolean;
  /** As {@link shallowBoundary} answers. */
  readonly boundary: ReadonlySet<string>;
  /** Commits to walk from: HEAD, or every branch when HEAD points nowhere. Empty for a repository without commits. */
  readonly heads: readonly string[];
}

/**
 * Finds the repository that contains a directory.
 * @throws InklingError `import-source-invalid` when there is none or git does not read it, `dependency-missing` when git is not installed.
 */
export async function locateRepository(start: string): Promise<GitRepository> {
  const repository = await findRepository(start);
  if (repository) return repository;
  throw new InklingError('import-source-invalid', `No git repository at ${start} or above it.`, {
    hint: 'Name the directory of a repository, or run "git init" there first.',
    details: { path: start },
  });
}

/** As {@link locateRepository}, but null when the directory is in no repository. One that git does not read is `import-source-invalid` still. */
export async function findRepository(start: string): Promise<GitRepository | null> {
  const place = await findRepositoryPlace(start);
  if (!place) return null;
  const { directory, shallow } = place;
  const boundary = shallow ? await shallowBoundary(directory) : new Set<string>();
  return { ...place, boundary, heads: await readHeads(directory) };
}

/** As {@link findRepository}, without its history. Agents wait for it: git is started once, where it can be. */
export async function findRepositoryPlace(start: string): Promise<Omit<GitRepository, 'heads' | 'boundary'> | null> {
  await requireDirectory(start);
  // A bare repository has no top: git says what else it was asked for, and fails.
  const { stdout, stderr } = await runGit(start, ['rev-parse', ...FACTS, '--show-toplevel']);
  const [bare, shallow, commonDirectory, top = null, ...more] = linesOf(stdout);
  // A directory with a line feed in its name would be read as another one.
  if (commonDirectory === undefined || more.length > 0) return explainNoRepository(start, stderr);
  const workTree = bare === 'true' ? null : top;
  return {
    directory: workTree ?? path.resolve(start),
    workTree,
    commonDirectory: path.resolve(start, commonDirectory),
    shallow: shallow === 'true',
  };
}

const FACTS = ['--is-bare-repository', '--is-shallow-repository', '--git-common-dir'];

/**
 * The commits at which a shallow clone ends: git has not got their parents, and shows each as if it had made all of its files, a merge as an
 * ordinary commit. Empty when the clone is whole. Read from the repository's own list, as {@link branchOf} reads its HEAD: it is asked behind most
 * questions about a file.
 */
export async function shallowBoundary(directory: string): Promise<ReadonlySet<string>> {
  const found = await gitDirectoryAt(directory);
  if (found === null) return new Set();
  const text = await readFile(path.join(await commonDirectoryOf(found), 'shallow'), 'utf8').catch(() => '');
  return new Set(linesOf(text));
}

/** The git directory of what is in a directory, one that is gone included; null outside of repositories. Git is not started. */
export async function gitDirectoryAt(directory: string): Promise<string | null> {
  const real = await realpath(directory).catch(() => directory);
  return gitDirectoryAbove(real).catch(() => null);
}

/** What a git directory shares: a further work tree has one of its own, which says where the rest is. */
export async function commonDirectoryOf(gitDirectory: string): Promise<string> {
  const shared = await readFile(path.join(gitDirectory, 'commondir'), 'utf8').catch(() => '.');
  return path.resolve(gitDirectory, shared.trim());
}

/**
 * The branch that is checked out in a directory; null when none is, outside of a work tree, and where the file cannot be read. Read from the
 * repository's HEAD, because it is asked at each session's start: starting git holds up a large process for 20 to 100 ms.
 */
export async function branchOf(start: string): Promise<string | null> {
  const directory = await realpath(start).catch(() => null);
  return directory === null ? null : branchAbove(directory);
}

async function branchAbove(directory: string): Promise<string | null> {
  const head = await readHead(path.join(directory, '.git')).catch(isMissing);
  if (typeof head === 'string') return /^ref: refs\/heads\/(.+)$/mu.exec(head)?.[1] ?? null;
  const parent = path.dirname(directory);
  return head && parent !== directory ? branchAbove(parent) : null;
}

async function readHead(dotGit: string): Promise<string> {
  return readFile(path.join(await gitDirectoryOf(dotGit), 'HEAD'), 'utf8');
}

/** The git directory, given what is called `.git` at the top of a work tree: a directory, or a file that names one. */
async function gitDirectoryOf(dotGit: string): Promise<string> {
  const found = await stat(dotGit);
  if (found.isDirectory()) return dotGit;
  const named = /^gitdir: (.+)$/mu.exec(await readFile(dotGit, 'utf8'))?.[1] ?? '';
  return path.resolve(path.dirname(dotGit), named);
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** The git directory of a work tree's directory, or of a bare repository's; null where there is none. */
async function gitDirectoryAbove(directory: string): Promise<string | null> {
  const found = await gitDirectoryOf(path.join(directory, '.git')).catch(isMissing);
  if (!found) return null;
  // What has no HEAD is no repository: git looks further up.
  if (typeof found === 'string' && (await isThere(path.join(found, 'HEAD')))) return found;
  const parts = ['HEAD', 'objects', 'refs'].map((part) => stat(path.join(directory, part)));
  if ((await Promise.allSettled(parts)).every(({ status }) => status === 'fulfilled')) return directory;
  const parent = path.dirname(directory);
  return parent === directory ? null : gitDirectoryAbove(parent);
}

/** Whether to look further up. What is there and cannot be read ends the search. */
function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}

async function requireDirectory(start: string): Promise<void> {
  const found = await stat(start).catch(() => null);
  if (found?.isDirectory()) return;
  throw new InklingError('import-source-invalid', `${start} is not a directory.`, {
    hint: 'Name the directory of a repository.',
    details: { path: start },
  });
}

/** Whatever else than that there is no repository keeps git from reading one is told in its own words: it is not "no repository". */
function explainNoRepository(start: string, stderr: string): null {
  const reason = /^fatal: (?!not a git repository \(or any)(.+?)\.?$/mu.exec(stderr)?.[1];
  if (reason === undefined) return null;
  // Git names the top, which is what it wants to be told of.
  const untrusted = /dubious ownership in repository at '(.+)'/u.exec(reason)?.[1];
  throw new InklingError('import-source-invalid', `Git does not read the repository at ${start}: ${reason}.`, {
    hint: untrusted
      ? `It belongs to another user. If you trust it, run: git config --global --add safe.directory ${shellQuoted(untrusted)}`
      : 'Run `git status` there: what helps it helps here.',
    details: { path: start },
  });
}

async function readHeads(directory: string): Promise<readonly string[]> {
  const head = await runGit(directory, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head.exitCode === 0) return [head.stdout.trim()];
  // A bare mirror's HEAD may name a branch that was never pushed; its other branches still hold the history.
  const branches = await runGit(directory, ['for-each-ref', '--format=%(objectname)', 'refs/heads']);
  return [...new Set(linesOf(branches.stdout))];
}
