import { expect, test } from 'vitest';
import { openingStatement } from './tenant-role.ts';

test('the operator gets its times in UTC and nothing else', () => {
  expect(openingStatement(null, null)).toMatchObject({
    text: `select set_config('timezone', $1, true)`,
    values: ['UTC'],
  });
});

test('an organisation gets the tenant role last, when it can change nothing more; each text has a name of its own', () => {
  const openings = [null, 'acme'].flatMap((orgId) =>
    [null, 'my "schema"'].map((schema) => openingStatement(orgId, schema)),
  );
  expect(openings.at(-1)).toEqual({
    name: 'inkling_opening_schema_tenant',
    text: `select set_config('timezone', $1, true), set_config('search_path', $2, true), set_config('inkling.org_id', $3, true), set_config('role', $4, true)`,
    values: ['UTC', '"my ""schema"""', 'acme', 'inkling_tenant'],
  });
  expect(new Set(openings.map(({ name }) => name)).size).toBe(4);
  expect(new Set(openings.map(({ text }) => text)).size).toBe(4);
});
