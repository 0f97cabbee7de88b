import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { MIGRATIONS } from '../../../generated/migrations.ts';
import { InklingError } from '../../errors.ts';
import { createDatabase, type DatabaseDriver } from '../database.ts';
import { migrate } from '../migrate.ts';
import { runTransaction } from './pglite-transaction.ts';
import { quoteIdentifier } from '../tenant-role.ts';
import { decodeAnswer } from '../wire-answer.ts';

/** What a template was made from. It is used only when all of it is what this version would make it from. */
export interface TemplateManifest {
  /** Version of PGlite. */
  readonly pglite: string;
  /** SHA-256 hex over every migration and over how the cluster is made. */
  readonly schema: string;
}

/** Where the build puts the template: beside the compiled entry files, shipped with the package. */
export const TEMPLATE_FILES: { readonly archive: URL; readonly manifest: URL } = {
  archive: new URL('../../../pglite-template.tar.gz', import.meta.url),
  manifest: new URL('../../../pglite-template.json', import.meta.url),
};

/**
 * Arguments for initdb. Log segments of 4 MiB instead of 16: a new directory is 12 MiB smaller, and the pause in which
 * a new segment is filled with zeros and synced is a quarter.
 */
const INITDB_ARGUMENTS: readonly string[] = ['--wal-segsize=4'];

/**
 * The two databases that `create database` copies from, which we never run: without them a new directory has 397 files
 * instead of 998 and 16 MiB instead of 28. After a crash each of its files costs a sync before the database opens.
 */
const UNUSED_DATABASES: readonly string[] = ['template0', 'template1'];

/** What a template made by this version, with the PGlite that is installed, says of itself. */
export function currentManifest(): TemplateManifest {
  const hash = createHash('sha256').update(JSON.stringify([INITDB_ARGUMENTS, UNUSED_DATABASES]));
  for (const { number, name, checksum } of MIGRATIONS) hash.update(`\n${number} ${name} ${checksum}`);
  return { pglite: pgliteVersion(), schema: hash.digest('hex') };
}

/** The shipped template as a tar archive, or null when there is none or it was made from something else. */
export function readTemplate(
  files: { readonly archive: URL; readonly manifest: URL } = TEMPLATE_FILES,
  current: TemplateManifest = currentManifest(),
): Uint8Array | null {
  try {
    const shipped = JSON.parse(readFileSync(files.manifest, 'utf8')) as TemplateManifest;
    if (shipped.pglite !== current.pglite || shipped.schema !== current.schema) return null;
    return gunzipSync(readFileSync(files.archive));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Makes a migrated cluster from nothing, as a tar archive. Takes 3 to 6 s of CPU: PGlite runs initdb in WASM. */
export async function createCluster(): Promise<Uint8Array> {
  const pglite = await PGlite.create({ initDbStartParams: [...INITDB_ARGUMENTS] });
  try {
    const names = new Set<string>();
    const run: DatabaseDriver['run'] = async (orgId, statements) =>
      decodeAnswer(await runTransaction(pglite, names, orgId, statements));
    await migrate(createDatabase({ kind: 'pglite', run, close: () => pglite.close() }));
    await dropUnusedDatabases(pglite);
    // What is only in PostgreSQL's memory would otherwise be replayed from the log at every first start.
    await pglite.exec('checkpoint');
    const archive = await pglite.dumpDataDir('none');
    return new Uint8Array(await archive.arrayBuffer());
  } finally {
    await pglite.close();
  }
}

async function dropUnusedDatabases(pglite: PGlite): Promise<void> {
  await pglite.query('update pg_database set datistemplate = false where datname = any ($1)', [UNUSED_DATABASES]);
  for (const name of UNUSED_DATABASES) await pglite.query(`drop database ${quoteIdentifier(name)}`);
}

/** The template as it is shipped: 16 MiB, most of them zeros, in 2.4. */
export function compressTemplate(archive: Uint8Array): Uint8Array {
  return gzipSync(archive, { level: 9 });
}

/** A newer one may not sync to a directory. Asked in memory too, or a trial passes and the first real use fails. */
export function requirePglite(installed: string = pgliteVersion()): void {
  const ours = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  const { peerDependencies } = JSON.parse(ours) as { peerDependencies: { '@electric-sql/pglite': string } };
  const needed = peerDependencies['@electric-sql/pglite'];
  if (installed === needed) return;
  throw new InklingError(
    'dependency-missing',
    `@electric-sql/pglite ${needed} is needed, and ${installed} is installed.`,
    {
      hint: `Run \`npm install @electric-sql/pglite@${needed}\`. The data is as it was.`,
      details: { installed, needed },
    },
  );
}

function pgliteVersion(): string {
  const packageFile = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(readFileSync(fileURLToPath(packageFile), 'utf8')) as { version: string };
  return version;
}
