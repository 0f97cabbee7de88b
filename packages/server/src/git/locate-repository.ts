import { stat } from 'node:fs/promises';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { runGit } from './run-git.ts';

/** A repository on this disk, as far as an import needs to know it. */
export interface GitRepository {
  /** Where git commands run: the top of the work tree, or the git directory of a bare repository. */
  readonly directory: string;
  /** The work tree; null for a bare repository. */
  readonly workTree: string | null;
  /** Shared by all work trees of one repository. Absolute. */
  readonly commonDirectory: string;
  readonly shallow: boolean;
  /** Commits to walk from: HEAD, or every branch when HEAD points nowhere. Empty for a repository without commits. */
  readonly heads: readonly string[];
}

/**
 * Finds the repository that contains a directory.
 * @throws InklingError `import-source-invalid` when there is none, `dependency-missing` when git is not installed.
 */
export async function locateRepository(start: string): Promise<GitRepository> {
  const repository = await findRepository(start);
  if (repository) return repository;
  throw new InklingError('import-source-invalid', `No git repository at ${start} or above it.`, {
    hint: 'Name the directory of a repository, or run "git init" there first.',
    details: { path: start },
  });
}

/** As {@link locateRepository}, but null when the directory is in no repository. */
export async function findRepository(start: string): Promise<GitRepository | null> {
  const place = await findRepositoryPlace(start);
  return place && { ...place, heads: await readHeads(place.directory) };
}

/** As {@link findRepository}, without its history. Agents wait for it: git is started twice, and both run at once. */
export async function findRepositoryPlace(start: string): Promise<Omit<GitRepository, 'heads'> | null> {
  await requireDirectory(start);
  // A bare repository has no top: it fails there, and says nothing.
  const [facts, top] = await Promise.all([
    runGit(start, ['rev-parse', '--is-bare-repository', '--is-shallow-repository', '--git-common-dir']),
    runGit(start, ['rev-parse', '--show-toplevel']),
  ]);
  if (facts.exitCode !== 0) return explainNoRepository(start, facts.stderr);
  // Two words, a line each, then the path to the end: a directory's name may have line feeds of its own.
  const [bare, shallow, ...rest] = facts.stdout.replace(/\n$/, '').split('\n');
  const commonDirectory = rest.join('\n');
  const workTree = (bare === 'true' ? '' : top.stdout.replace(/\n$/, '')) || null;
  return {
    directory: workTree ?? path.resolve(start),
    workTree,
    commonDirectory: path.resolve(start, commonDirectory),
    shallow: shallow === 'true',
  };
}

async function requireDirectory(start: string): Promise<void> {
  const found = await stat(start).catch(() => null);
  if (found?.isDirectory()) return;
  throw new InklingError('import-source-invalid', `${start} is not a directory.`, {
    hint: 'Name the directory of a repository.',
    details: { path: start },
  });
}

function explainNoRepository(start: string, stderr: string): null {
  // Git refuses to read a repository that belongs to another user. That is not "no repository", and it has its own way out.
  if (stderr.includes('dubious ownership')) {
    throw new InklingError('import-source-invalid', `The repository at ${start} belongs to another user.`, {
      hint: `If you trust it, run: git config --global --add safe.directory ${path.resolve(start)}`,
      details: { path: start },
    });
  }
  return null;
}

async function readHeads(directory: string): Promise<readonly string[]> {
  const head = await runGit(directory, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head.exitCode === 0) return [head.stdout.trim()];
  // A bare mirror's HEAD may name a branch that was never pushed; its other branches still hold the history.
  const branches = await runGit(directory, ['for-each-ref', '--format=%(objectname)', 'refs/heads']);
  return [...new Set(branches.stdout.split('\n').filter((line) => line !== ''))];
}
