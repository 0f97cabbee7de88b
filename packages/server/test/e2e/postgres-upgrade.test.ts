import path from 'node:path';
import { checkSchema, migrate } from '@inkling/engine/operator';
import { openPostgres } from '@inkling/engine/pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { inkling, inklingJson, type InklingOptions } from './inkling-process.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const UP = ['up', '--detach', '--port', '0'];

let home: string;
beforeAll(() => {
  home = temporaryDirectory();
});
afterAll(() => removeDirectory(home));

function using(url: string): InklingOptions {
  const INKLING_STATE_DIR = path.join(home, new URL(url).pathname);
  return { cwd: home, environment: { INKLING_DATABASE_URL: url, INKLING_STATE_DIR } };
}

/** A database as the version before the last breaking migration left it an hour ago. */
async function earlierDatabase(): Promise<{ url: string; why: string; newest: number }> {
  const url = await createTestDatabase();
  const database = await openPostgres({ connectionString: url });
  const { operator } = database;
  await operator.query({ text: 'drop schema public cascade; create schema public' });
  const { pending: all } = await checkSchema(database);
  const breaking = all.findLast((migration) => migration.breaking)!;
  await migrate(database, all.slice(0, all.indexOf(breaking)));
  await operator.query({ text: `update inkling_migrations set applied_at = applied_at - interval '1 hour'` });
  await database.close();
  return { url, why: /^-- breaking: (.+)\.$/mu.exec(breaking.sql)![1]!, newest: all.at(-1)!.number };
}

test('a newer version does not break daemons of earlier ones by itself: it says why, and `inkling migrate` does', async () => {
  const { url, why, newest } = await earlierDatabase();
  const options = using(url);
  const refused = await inkling(UP, options);
  expect(refused.code).toBe(7);
  expect(refused.stderr).toContain('error migration-required: ');
  expect(refused.stderr).toContain(`this version needs ${newest}, which earlier versions cannot work with: ${why}.`);
  expect(refused.stderr).toContain('Stop the daemons of earlier versions');
  expect((await inkling(['migrate', '--check'], options)).code).toBe(7);
  const migrated = await inkling(['migrate'], options);
  expect(migrated.code).toBe(0);
  expect(migrated.stderr).toContain('Daemons of earlier versions that use this database must be stopped');
  expect(migrated.stderr).toContain(`- ${why}.`);
  const again = await inkling(['migrate'], options);
  expect([again.code, again.stderr]).toEqual([0, '']);
  expect(await inklingJson(UP, options)).toMatchObject({ pid: expect.any(Number) });
  expect((await inkling(['down'], options)).code).toBe(0);
});

test('an empty database gets its tables when the daemon starts', async () => {
  const options = using(await createTestDatabase('empty'));
  expect(await inklingJson(UP, options)).toMatchObject({ pid: expect.any(Number) });
  expect((await inkling(['down'], options)).code).toBe(0);
  expect((await inkling(['migrate', '--check'], options)).code).toBe(0);
});
