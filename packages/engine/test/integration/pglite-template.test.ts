import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { openPglite } from '@inkling/engine/pglite';
import { expect, test } from 'vitest';
import { openInDirectory } from '../../src/base/database/pglite/pglite-cluster.ts';
import { compressTemplate, currentManifest, readTemplate } from '../../src/base/database/pglite/pglite-template.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const BUILT = {
  archive: new URL('../../dist/pglite-template.tar.gz', import.meta.url),
  manifest: new URL('../../dist/pglite-template.json', import.meta.url),
};

/** Columns, indexes, policies, grants, applied migrations and settings: one line each. */
const DESCRIBE_SCHEMA = `
  select concat_ws(' ', 'column', table_name, column_name, data_type, column_default, is_nullable) as line
    from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select concat_ws(' ', 'policy', tablename, policyname, roles, qual, with_check) from pg_policies
  union all select concat_ws(' ', 'grant', grantee, table_name, privilege_type) from information_schema.role_table_grants
    where table_schema = 'public'
  union all select concat_ws(' ', 'migration', number, name, checksum) from inkling_migrations
  union all select concat_ws(' ', 'database', datname, pg_encoding_to_char(encoding), datcollate) from pg_database
  union all select concat_ws(' ', 'segment', current_setting('wal_segment_size'))
  order by 1`;

async function describeSchema(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ line: string }>(DESCRIBE_SCHEMA);
  await pglite.close();
  return rows.map(({ line }) => line);
}

test('the built template is of this version, and its schema is the one that initdb and the migrations give', async () => {
  const template = readTemplate(BUILT);
  expect(template).not.toBeNull();
  const archive = new Blob([template as Uint8Array<ArrayBuffer>]);
  const fromTemplate = await describeSchema(await PGlite.create({ loadDataDir: archive }));
  expect(readTemplate()).toBeNull(); // Beside the sources there is no template, so this goes the long way.
  const fromNothing = await describeSchema(await openInDirectory(temporaryDirectory(), 'process'));
  expect(fromNothing.filter((line) => line.startsWith('policy')).length).toBeGreaterThan(4);
  expect(fromTemplate).toEqual(fromNothing);
});

test('a template of other migrations or another PGlite, and no template, are not used', () => {
  const directory = temporaryDirectory();
  const files = {
    archive: pathToFileURL(join(directory, 'template.tar.gz')),
    manifest: pathToFileURL(join(directory, 'template.json')),
  };
  expect(readTemplate(files)).toBeNull();
  const current = currentManifest();
  writeFileSync(files.archive, compressTemplate(new Uint8Array([1, 2, 3])));
  writeFileSync(files.manifest, JSON.stringify(current));
  expect(readTemplate(files)).toEqual(Buffer.from([1, 2, 3]));
  expect(readTemplate(files, { ...current, schema: 'other' })).toBeNull();
  expect(readTemplate(files, { ...current, pglite: '0.5.15' })).toBeNull();
});

test('what an interrupted first start left behind is replaced', async () => {
  const dataDir = temporaryDirectory();
  mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '1');
  const database = await openPglite({ dataDir, durability: 'process' });
  expect(await database.operator.query({ text: 'select 1 as n', values: [] })).toEqual([{ n: 1 }]);
  await database.close();
});
