import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { checkSchema, migrate, migrateCompatibly, requireSchema } from '../../src/base/database/migrate.ts';
import type { Migration } from '../../src/base/database/schema-report.ts';
import { MIGRATIONS } from '../../src/generated/migrations.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const NEWEST = MIGRATIONS.at(-1)!.number;
const NEXT = NEWEST + 1;

/** A migration after the real ones. */
function later(number: number, sql: string, change: Partial<Migration> = {}): Migration {
  return { number, name: `later-${number}`, checksum: `checksum-${number}`, breaking: false, sql, ...change };
}

/** As if its tables had been made some time ago. */
const aged = async ({ operator }: Database): Promise<void> => {
  await operator.query({ text: `update inkling_migrations set applied_at = applied_at - interval '1 hour'` });
};

const tableExists = async ({ operator }: Database, table: string): Promise<unknown> => {
  const rows = await operator.query({ text: `select to_regclass($1) is not null as exists`, values: [table] });
  return rows[0]?.['exists'];
};

describeOnEachDatabase('migrations', (open) => {
  test('an opened database is up to date, and migrating again changes nothing', async () => {
    const database = await open();
    expect(await migrate(database)).toEqual({ version: NEWEST, applied: [] });
    expect(await checkSchema(database)).toEqual({
      version: NEWEST,
      pending: [],
      edited: [],
      newerBreaking: [],
    });
  });

  test('pending ones run in order, each in its own transaction: a failure keeps those before it and nothing of itself', async () => {
    const database = await open();
    const broken = later(NEXT + 1, 'create table half (id integer); select 1 / 0;');
    const all = [...MIGRATIONS, later(NEXT, 'create table whole (id integer);'), broken];
    await expect(migrate(database, all)).rejects.toMatchObject({
      code: 'migration-failed',
      details: { number: NEXT + 1 },
    });
    expect(await tableExists(database, 'whole')).toBe(true);
    expect(await tableExists(database, 'half')).toBe(false);
    const repaired = [...all.slice(0, -1), later(NEXT + 1, 'create table half (id integer);')];
    expect(await migrate(database, repaired)).toEqual({ version: NEXT + 1, applied: [NEXT + 1] });
  });

  test('a unique violation inside a migration is not taken for a lost race for ever', async () => {
    const database = await open();
    const clash = later(NEXT, 'create table once (id integer primary key); insert into once values (1), (1);');
    await expect(migrate(database, [...MIGRATIONS, clash])).rejects.toMatchObject({ code: 'migration-failed' });
    expect(await tableExists(database, 'once')).toBe(false);
  });

  describe('what this version cannot work with', () => {
    test('an edited migration is refused by name, with a way to keep what is stored', async () => {
      const database = await open();
      const edited = MIGRATIONS.map((migration) => ({ ...migration, checksum: 'other' }));
      await expect(migrate(database, edited)).rejects.toMatchObject({
        code: 'migration-edited',
        message: expect.stringMatching(
          String.raw`migration 1 \(${MIGRATIONS[0]?.name}\).* export .* import jsonl .* new store`,
        ),
      });
    });

    test('a newer migration is fine until it breaks', async () => {
      const database = await open();
      await migrate(database, [...MIGRATIONS, later(NEXT, 'select 1')]);
      expect(await migrate(database)).toEqual({ version: NEXT, applied: [] });
      const breaking = later(NEXT + 1, 'select 1', { breaking: true });
      await migrate(database, [...MIGRATIONS, later(NEXT, 'select 1'), breaking]);
      await expect(migrate(database)).rejects.toMatchObject({ code: 'migration-newer' });
      await expect(requireSchema(database)).rejects.toMatchObject({ code: 'migration-newer' });
    });

    test('checking reports what is pending, changes nothing, and can be required', async () => {
      const database = await open();
      const pending = later(NEXT, 'create table never (id integer)');
      const report = await checkSchema(database, [...MIGRATIONS, pending]);
      expect(report.pending).toEqual([pending]);
      expect(await tableExists(database, 'never')).toBe(false);
      await expect(requireSchema(database, [...MIGRATIONS, pending])).rejects.toMatchObject({
        code: 'migration-required',
        details: { version: NEWEST, pending: [NEXT] },
      });
    });
  });

  describe('what earlier versions cannot work with', () => {
    const harmless = later(NEXT, 'create table harmless (id integer)');
    const sql = '-- Shorter.\n-- breaking: an older program would write the column.\ncreate table shorter (id integer)';
    const breaking = later(NEXT + 1, sql, { breaking: true });

    test('is not applied by whoever is careful: nothing is, and the error says why', async () => {
      const database = await open();
      await aged(database);
      expect(await migrateCompatibly(database)).toEqual({ version: NEWEST, applied: [] });
      const all = [...MIGRATIONS, harmless, breaking];
      const refusal = {
        code: 'migration-required',
        message: expect.stringMatching(
          `needs ${NEXT + 1}, which earlier versions cannot work with: an older program would write the column\\. Stop the daemons .*inkling migrate`,
        ),
        details: { version: NEWEST, pending: [NEXT, NEXT + 1], breaking: ['an older program would write the column.'] },
      };
      await expect(migrateCompatibly(database, all)).rejects.toMatchObject(refusal);
      await expect(requireSchema(database, all)).rejects.toMatchObject(refusal);
      expect(await tableExists(database, 'harmless')).toBe(false);
      expect(await migrateCompatibly(database, all.slice(0, -1))).toEqual({ version: NEXT, applied: [NEXT] });
      expect(await migrate(database, all)).toEqual({ version: NEXT + 1, applied: [NEXT + 1] });
    });

    test('is applied while the tables are being made: of daemons that start together all but one find them half made', async () => {
      const database = await open();
      await aged(database);
      await database.operator.query({ text: 'update inkling_migrations set applied_at = clock_timestamp()' });
      const result = await migrateCompatibly(database, [...MIGRATIONS, harmless, breaking]);
      expect(result.applied).toEqual([NEXT, NEXT + 1]);
    });
  });
});
