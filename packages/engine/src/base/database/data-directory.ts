import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InklingError } from '../errors.ts';
import { claimDirectory } from './owner-file.ts';

/** Major version of the PostgreSQL inside PGlite 0.5; no other one can open its files. */
const POSTGRES_MAJOR = '18';

/** PostgreSQL's own files are a directory inside the data directory, so that they can appear there in one step. */
export function clusterDirectory(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Makes this process the owner of a data directory, which is created when absent, and returns the function that ends
 * the ownership. Fails with `data-directory-busy` or, when it cannot be used at all, `data-directory-invalid`.
 */
export function claimDataDirectory(dataDir: string, now: number): () => void {
  const release = makeAndClaim(dataDir, now);
  try {
    checkVersion(clusterDirectory(dataDir));
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

function makeAndClaim(dataDir: string, now: number): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return claimDirectory(dataDir, now);
  } catch (cause) {
    if (InklingError.isInstance(cause)) throw cause;
    throw new InklingError('data-directory-invalid', `${dataDir} cannot be used: ${(cause as Error).message}.`, {
      wayOut: 'Choose a directory on a local disk that you may write to.',
      cause,
      details: { dataDir },
    });
  }
}

function checkVersion(cluster: string): void {
  if (!existsSync(cluster)) return;
  const file = join(cluster, 'PG_VERSION');
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'an unknown version';
  if (found === POSTGRES_MAJOR) return;
  throw new InklingError('data-directory-invalid', `${cluster} is from PostgreSQL ${found}, not ${POSTGRES_MAJOR}.`, {
    wayOut: 'Export with the version of Inkling that wrote it, and import the export into a new directory.',
    details: { found, expected: POSTGRES_MAJOR },
  });
}
