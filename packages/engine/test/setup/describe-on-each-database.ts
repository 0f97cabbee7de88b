import { afterAll, describe } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { type DatabaseKind, openTestDatabase } from './open-test-database.ts';

/** The databases of this run: both, unless INKLING_TEST_DATABASE names one. */
export function databaseKinds(): readonly DatabaseKind[] {
  const kinds: readonly DatabaseKind[] = ['pglite', 'postgres'];
  const only = process.env['INKLING_TEST_DATABASE'];
  return kinds.filter((kind) => only === undefined || kind === only);
}

type Suite = (open: () => Promise<Database>, kind: DatabaseKind) => void;

/**
 * Describes the suite once for each database. `open` gives a migrated, empty database; what was opened is closed after the
 * suite, and closing it earlier is fine.
 *
 * ```ts
 * describeOnEachDatabase('remember', (open) => {
 *   test('stores a row', async () => { const database = await open(); … });
 * });
 * ```
 */
export function describeOnEachDatabase(name: string, suite: Suite): void {
  describeOn(databaseKinds(), name, suite);
}

/**
 * The same on the first database of this run: for what stands above the engine's handles and sends no statement of its own. What those do on
 * each database is their own tests' to show.
 */
export function describeOnOneDatabase(name: string, suite: Suite): void {
  describeOn(databaseKinds().slice(0, 1), name, suite);
}

function describeOn(kinds: readonly DatabaseKind[], name: string, suite: Suite): void {
  describe.each(kinds.map((kind) => ({ kind })))(`${name} ($kind)`, ({ kind }) => {
    const opened: Database[] = [];
    afterAll(async () => {
      await Promise.all(opened.map((database) => database.close()));
    });
    suite(async () => {
      const database = await openTestDatabase(kind);
      opened.push(database);
      return database;
    }, kind);
  });
}
