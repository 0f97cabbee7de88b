import { expect, test } from 'vitest';
import { openingStatement } from './tenant-role.ts';

const FORMATS = `set_config('timezone', $1, true), set_config('datestyle', $2, true), set_config('bytea_output', $3, true)`;

test('the operator gets its values in the form that is read, and nothing else', () => {
  expect(openingStatement(null, null)).toMatchObject({
    text: `select ${FORMATS}`,
    values: ['UTC', 'ISO', 'hex'],
  });
});

test('an organisation gets the tenant role last, when it can change nothing more; each text has a name of its own', () => {
  const openings = [null, 'acme'].flatMap((orgId) =>
    [null, 'my "schema"'].map((schema) => openingStatement(orgId, schema)),
  );
  expect(openings.at(-1)).toEqual({
    name: 'inkling_opening_schema_tenant',
    text: `select ${FORMATS}, set_config('search_path', $4, true), set_config('inkling.org_id', $5, true), set_config('role', $6, true)`,
    values: ['UTC', 'ISO', 'hex', '"my ""schema"""', 'acme', 'inkling_tenant'],
  });
  expect(new Set(openings.map(({ name }) => name)).size).toBe(4);
  expect(new Set(openings.map(({ text }) => text)).size).toBe(4);
});
