import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InklingError } from '../../errors.ts';
import { makePrivateDirectory } from '../../make-private-directory.ts';
import { claimDirectory, OWNER_FILE } from './owner-file.ts';

/** Major version of the PostgreSQL inside PGlite 0.5; no other one can open its files. */
const POSTGRES_MAJOR = '18';

/** PostgreSQL's own files are a directory inside the data directory, so that they can appear there in one step. */
export function clusterDirectory(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** A data directory that is this process's own. */
export interface OwnedDirectory {
  /** False once its owner file is gone, or another's: the directory was deleted, moved, or mounted over. */
  readonly isOurs: () => boolean;
  /** Ends the ownership. */
  readonly release: () => void;
}

/**
 * Makes this process the owner of a data directory, which is created when absent. Fails with `data-directory-busy` or, when it cannot be used at all, `data-directory-invalid`.
 */
export function claimDataDirectory(dataDir: string, now: number): OwnedDirectory {
  const release = makeAndClaim(dataDir, now);
  try {
    checkVersion(clusterDirectory(dataDir));
    const owner = ownerFileOf(dataDir);
    return { isOurs: () => owner !== null && owner === ownerFileOf(dataDir), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** The file by its device, its number and when it was written: a new file may get the number of one that was just deleted. null = there is none. */
function ownerFileOf(dataDir: string): string | null {
  const found = statSync(join(dataDir, OWNER_FILE), { throwIfNoEntry: false, bigint: true });
  return found ? `${found.dev}:${found.ino}:${found.mtimeNs}` : null;
}

const NO_PERMISSION =
  'Node’s permission model disables fsync, and the embedded database needs it to keep files. Run Node without --permission, or use a PostgreSQL server.';

function makeAndClaim(dataDir: string, now: number): () => void {
  try {
    makePrivateDirectory(dataDir);
    requirePrivate(dataDir);
    return claimDirectory(dataDir, now);
  } catch (cause) {
    if (InklingError.isInstance(cause)) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new InklingError('data-directory-invalid', `${dataDir} cannot be used: ${message.replace(/\.$/u, '')}.`, {
      hint: code === 'ERR_ACCESS_DENIED' ? NO_PERMISSION : 'Choose a directory on a local disk that you may write to.',
      cause,
      details: { dataDir },
    });
  }
}

/** Whoever may write into the directory may put a database there, or take ours away. Windows has no such bits. */
function requirePrivate(dataDir: string): void {
  if (process.platform === 'win32' || (statSync(dataDir).mode & 0o022) === 0) return;
  throw new InklingError('data-directory-invalid', `${dataDir} may be written to by others.`, {
    hint: `Take that right away: chmod go-w ${dataDir}. Where that changes nothing (a Windows drive in WSL), choose a directory on another file system.`,
    details: { dataDir },
  });
}

function checkVersion(cluster: string): void {
  if (!existsSync(cluster)) return;
  const file = join(cluster, 'PG_VERSION');
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'an unknown version';
  if (found === POSTGRES_MAJOR) return;
  throw new InklingError('data-directory-invalid', `${cluster} is from PostgreSQL ${found}, not ${POSTGRES_MAJOR}.`, {
    hint: 'Export with the version of Inkling that wrote it, and import the export into a new directory.',
    details: { found, expected: POSTGRES_MAJOR },
  });
}
