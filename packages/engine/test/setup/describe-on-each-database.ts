import { afterAll, describe } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { type DatabaseKind, openTestDatabase } from './open-test-database.ts';

/** The databases of this run: both, unless INKLING_TEST_DATABASE names one. */
export function databaseKinds(): readonly DatabaseKind[] {
  const kinds: readonly DatabaseKind[] = ['pglite', 'postgres'];
  const only = process.env['INKLING_TEST_DATABASE'];
  return kinds.filter((kind) => only === undefined || kind === only);
}

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
export function describeOnEachDatabase(
  name: string,
  suite: (open: () => Promise<Database>, kind: DatabaseKind) => void,
): void {
  describe.each(databaseKinds().map((kind) => ({ kind })))(`${name} ($kind)`, ({ kind }) => {
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
