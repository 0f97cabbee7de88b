import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/generated/migrations.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { describeSchema } from '../setup/describe-schema.ts';

// Every migration shows in its review as a difference of the finished schema. After a new migration:
//   npx vitest run packages/engine/test/integration/schema-snapshot.test.ts -u
describeOnEachDatabase('schema snapshot', (open) => {
  test('the migrated schema is the committed one', async () => {
    const schema = await describeSchema(await open());
    expect(schema['columns']?.length).toBeGreaterThan(0);
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../../sql/schema.snapshot.json');
  });
});

test('the generated module holds the migrations as they are in sql/', () => {
  const file = (migration: (typeof MIGRATIONS)[number]): URL =>
    new URL(`../../sql/${String(migration.number).padStart(4, '0')}-${migration.name}.sql`, import.meta.url);
  for (const migration of MIGRATIONS) {
    expect(readFileSync(file(migration), 'utf8').replaceAll('\r\n', '\n')).toBe(migration.sql);
  }
  expect(MIGRATIONS.length).toBeGreaterThan(0);
});
