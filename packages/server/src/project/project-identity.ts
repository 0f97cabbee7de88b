import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { findRepositoryPlace, type GitRepository } from '../git/locate-repository.ts';
import { runGit } from '../git/run-git.ts';
import { normaliseRemoteUrl } from './normalise-remote-url.ts';

// 48 bits: two local directories with one name meet by chance once in 10^14 pairs.
const HASH_DIGITS = 12;

/**
 * The project that a directory belongs to: the same for every subdirectory, work tree and clone of one repository.
 *
 * `host/owner/name` of the remote "origin", else `local/<name>-<hash of the repository's place on disk>`; outside git, or
 * without a git program, `local/<name>-<hash of the directory>`.
 */
export async function projectIdentity(directory: string): Promise<string> {
  const [repository, remote] = await Promise.all([
    findRepositoryPlace(directory).catch(withoutGit),
    remoteOf(directory).catch(withoutGit),
  ]);
  if (!repository) return localIdentity(path.basename(path.resolve(directory)), directory);
  return remote ?? localIdentity(repositoryName(repository), repository.commonDirectory);
}

/** Asked while it is looked for the repository: a session's first event waits for both. */
async function remoteOf(directory: string): Promise<string | null> {
  const origin = await runGit(directory, ['remote', 'get-url', 'origin']);
  return origin.exitCode === 0 ? normaliseRemoteUrl(origin.stdout) : null;
}

/** A work tree's own directory may be called anything; the common directory is what they share. */
function repositoryName({ commonDirectory }: Pick<GitRepository, 'commonDirectory'>): string {
  const base = path.basename(commonDirectory);
  return base === '.git' ? path.basename(path.dirname(commonDirectory)) : base.replace(/\.git$/, '');
}

async function localIdentity(name: string, directory: string): Promise<string> {
  const real = await realpath(directory);
  const hash = createHash('sha256').update(real, 'utf8').digest('hex').slice(0, HASH_DIGITS);
  return `local/${name || 'root'}-${hash}`;
}

function withoutGit(error: unknown): null {
  if (InklingError.isInstance(error) && error.code === 'dependency-missing') return null;
  throw error;
}
