import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { clusterDirectory } from './data-directory.ts';
import { extractTar, type ExtractedPaths } from './extract-tar.ts';
import { directoryOptions, START_PARAMETERS, type Durability } from './pglite-durable-fs.ts';
import { createCluster, readTemplate } from './pglite-template.ts';
import { syncDirectory, syncFile } from './sync-path.ts';

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
