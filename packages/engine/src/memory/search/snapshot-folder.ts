import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SearchScope } from './search.ts';
import { scopeKey } from './scope-key.ts';
import { UNFINISHED } from './snapshot-format.ts';
import { readSnapshotHead, type SnapshotHead } from './snapshot-head.ts';

/** How much a folder of snapshots may hold. */
export interface SnapshotFolderSettings {
  /** Bytes of all snapshots together; the least recently used are removed first. (Default: 2 GiB) */
  readonly maxBytes: number;
  /** An unfinished file this old was left by a process that ended. (Default: 10 minutes; writing takes seconds) */
  readonly unfinishedMs: number;
}

/** The defaults of {@link SnapshotFolderSettings}. */
const DEFAULT_SNAPSHOT_FOLDER: SnapshotFolderSettings = Object.freeze({
  maxBytes: 2 ** 31,
  unfinishedMs: 600_000,
});

/** Where snapshots are: a directory for each organisation, a file for each scope, both under names that tell no id. */
export interface SnapshotFolder {
  fileOf(scope: SearchScope): string;
  /** What a scope's snapshot says of itself; null when there is none that can be read so far. */
  headOf(scope: SearchScope): Promise<SnapshotHead | null>;
  /** The snapshot that was written or read last; null when there is none. */
  latest(): Promise<string | null>;
  /** Says that a scope's snapshot was read, at `now`: it goes later than others. */
  touch(scope: SearchScope, now: number): Promise<void>;
  /** Removes a scope's snapshot, and what is being written of it: that ends without a file. */
  remove(scope: SearchScope): Promise<void>;
  /** Removes all snapshots of an organisation, in the same way. */
  removeAll(orgId: string): Promise<void>;
  /** Removes what unfinished writes have left, and the least recently used snapshots until the rest fits. */
  tidy(now: number): Promise<void>;
}

/** A folder of snapshots; the directory is made by the first that is written. */
export function createSnapshotFolder(
  directory: string,
  settings: SnapshotFolderSettings = DEFAULT_SNAPSHOT_FOLDER,
): SnapshotFolder {
  const orgDirectory = (orgId: string): string => join(directory, nameOf(orgId));
  const fileOf = (scope: SearchScope): string => join(orgDirectory(scope.orgId), `${nameOf(scopeKey(scope))}.idx`);
  return {
    fileOf,
    headOf: (scope) => readSnapshotHead(fileOf(scope)),
    async latest() {
      const [first] = (await written(directory)).filter(({ path }) => !path.endsWith(UNFINISHED));
      return first?.path ?? null;
    },
    touch: (scope, now) => utimes(fileOf(scope), now / 1000, now / 1000).catch(unlessAbsent),
    remove: (scope) => removeWritings(fileOf(scope)),
    removeAll: (orgId) => rm(orgDirectory(orgId), { recursive: true, force: true, maxRetries: 3 }),
    tidy: (now) => tidy(directory, settings, now),
  };
}

/** Ids may be names of people or firms, and longer than a file name may be. */
const nameOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 32);

async function removeWritings(file: string): Promise<void> {
  const folder = dirname(file);
  const start = basename(file);
  const names = await entriesOf(folder);
  await Promise.all(
    names.filter((name) => name.startsWith(start)).map((name) => rm(join(folder, name), { force: true })),
  );
}

interface Written {
  readonly path: string;
  readonly bytes: number;
  readonly usedAt: number;
}

async function tidy(directory: string, { maxBytes, unfinishedMs }: SnapshotFolderSettings, now: number): Promise<void> {
  let kept = 0;
  for (const { path, bytes, usedAt } of await written(directory)) {
    const isLeft = path.endsWith(UNFINISHED) && now - usedAt > unfinishedMs;
    if (!isLeft) kept += bytes;
    if (isLeft || kept > maxBytes) await rm(path, { force: true });
  }
}

/** All files of the folder, the one used last first. */
async function written(directory: string): Promise<Written[]> {
  const found: Written[] = [];
  for (const org of await entriesOf(directory)) {
    for (const name of await entriesOf(join(directory, org))) found.push(...(await look(join(directory, org, name))));
  }
  return found.sort((a, b) => b.usedAt - a.usedAt);
}

/** Empty when it is gone by now, which another process may have seen to. */
async function look(path: string): Promise<Written[]> {
  try {
    const { size, mtimeMs } = await stat(path);
    return [{ path, bytes: size, usedAt: mtimeMs }];
  } catch (error) {
    unlessAbsent(error);
    return [];
  }
}

async function entriesOf(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    unlessAbsent(error);
    return [];
  }
}

function unlessAbsent(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
