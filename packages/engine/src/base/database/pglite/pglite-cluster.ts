import { existsSync, renameSync, rmSync, closeSync, fsyncSync, openSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { clusterDirectory } from './data-directory.ts';
import { directoryOptions, START_PARAMETERS } from './pglite-durable-fs.ts';
import type { Durability } from './pglite-protocol.ts';
import { createCluster, readTemplate } from './pglite-template.ts';

/** Opens a database that lives in memory and ends with the process. */
export async function openInMemory(): Promise<PGlite> {
  const archive = readTemplate() ?? (await createCluster());
  return PGlite.create({
    loadDataDir: new Blob([archive as Uint8Array<ArrayBuffer>]),
    startParams: [...START_PARAMETERS],
  });
}

/** Opens the cluster in the data directory, creating it first when there is none. */
export async function openInDirectory(dataDir: string, durability: Durability): Promise<PGlite> {
  const cluster = clusterDirectory(dataDir);
  if (!existsSync(cluster)) installCluster(readTemplate() ?? (await createCluster()), cluster, durability);
  return PGlite.create(directoryOptions(cluster, durability));
}

/** The cluster appears under its name complete or not at all, wherever the process (or the power) ends. */
function installCluster(archive: Uint8Array, cluster: string, durability: Durability): void {
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  const extracted = extractTar(archive, draft);
  if (durability === 'power') syncExtracted(extracted);
  renameSync(draft, cluster);
  if (durability === 'power') syncDirectory(dirname(cluster));
}

/** After all writes, not one by one: the first sync then carries most of the rest with it. */
function syncExtracted({ files, directories }: ExtractedPaths): void {
  files.forEach(syncFile);
  directories.forEach(syncDirectory);
}

/** Brings a file's content to disk. */
function syncFile(path: string): void {
  // Windows flushes only through a handle that may write.
  syncOpened(openSync(path, 'r+'));
}

/** Brings a directory's names to disk: a synced file whose name is lost in a power cut is lost with it. */
function syncDirectory(path: string): void {
  // Windows can neither open a directory as a file nor needs it: NTFS journals its names.
  if (process.platform !== 'win32') syncOpened(openSync(path, 'r'));
}

function syncOpened(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const BLOCK = 512;
const DIRECTORY = '5';

interface Entry {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly data: Uint8Array;
}

/** The paths that {@link extractTar} made. */
interface ExtractedPaths {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/**
 * Writes the files of a tar archive under a new directory, readable by its owner only.
 * Reads what PGlite's dump writes: plain ustar entries for files and directories, names under 100 bytes, no links.
 */
function extractTar(archive: Uint8Array, target: string): ExtractedPaths {
  const files: string[] = [];
  const directories = new Set([target]);
  mkdirSync(target, { mode: 0o700 });
  for (const entry of readEntries(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength))) {
    const path = join(target, entry.path);
    const directory = entry.isDirectory ? path : dirname(path);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    directories.add(directory);
    if (entry.isDirectory) continue;
    writeFileSync(path, entry.data, { flag: 'wx', mode: 0o600 });
    files.push(path);
  }
  return { files, directories: [...directories] };
}

function* readEntries(archive: Buffer): Generator<Entry> {
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const header = archive.subarray(at, at + BLOCK);
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8);
    const start = at + BLOCK;
    yield {
      path: header.toString('latin1', 0, 100).replace(/\0.*$/s, ''),
      isDirectory: header.toString('latin1', 156, 157) === DIRECTORY,
      data: archive.subarray(start, start + size),
    };
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}
