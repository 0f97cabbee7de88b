import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/generated/migrations.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { describeSchema } from '../setup/describe-schema.ts';

const FILES = readdirSync(new URL('../../sql/', import.meta.url))
  .filter((file) => file.endsWith('.sql'))
  .toSorted();

// Every migration shows in its review as a difference of the finished schema. After a new migration:
//   npm run build && npx vitest run packages/engine/test/integration/schema-snapshot.test.ts -u
describeOnEachDatabase('schema snapshot', (open) => {
  test('the migrated schema is the committed one', async () => {
    const database = await open();
    const applied = await database.operator.query<{ number: number; name: string }>({
      text: 'select number, name from inkling_migrations order by number',
      values: [],
    });
    // The engine is the built one: without a build the snapshot is that of the migrations before.
    expect(applied.map(fileOf), 'npm run build').toEqual(FILES);
    const schema = await describeSchema(database);
    expect(schema['columns']?.length).toBeGreaterThan(0);
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../../sql/schema.snapshot.json');
  });
});

test('the generated module holds the migrations as they are in sql/', () => {
  expect(MIGRATIONS.map(fileOf), 'npm run build').toEqual(FILES);
  for (const migration of MIGRATIONS) {
    const file = new URL(`../../sql/${fileOf(migration)}`, import.meta.url);
    expect(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).toBe(migration.sql);
  }
});

function fileOf({ number, name }: { readonly number: number; readonly name: string }): string {
  return `${String(number).padStart(4, '0')}-${name}.sql`;
}
