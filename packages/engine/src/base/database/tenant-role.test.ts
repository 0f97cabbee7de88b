import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openingFor, openingStatement } from './tenant-role.ts';

test('the operator gets a transaction in UTC and nothing else', () => {
  expect(openingFor(null, null)).toBe(`begin; set local timezone = 'UTC'`);
});

test('an organisation gets its name first and the tenant role last, when it can change nothing more', () => {
  expect(openingFor('acme', 'my "schema"')).toBe(
    `begin; set local timezone = 'UTC'; set local search_path = "my ""schema"""; ` +
      `set local inkling.org_id = e'acme'; set local role inkling_tenant`,
  );
});

test('as a statement it binds every value, and each text has a name of its own', () => {
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

test('U+0000 is refused: it would end the message', () => {
  expect(() => openingFor('a\0b', null)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
});

/** Reads an e'…' literal as PostgreSQL does, up to its closing quote; what is left must be ours. */
function readLiteral(text: string): { value: string; rest: string } {
  let value = '';
  for (let at = 2; at < text.length; at += 1) {
    const two = text.slice(at, at + 2);
    if (two === "''" || two === '\\\\') {
      value += two[1];
      at += 1;
    } else if (text[at] === "'") {
      return { value, rest: text.slice(at + 1) };
    } else if (text[at] === '\\') {
      throw new Error('an escape that is not a doubled backslash');
    } else {
      value += text[at];
    }
  }
  throw new Error('the literal does not end');
}

test('no name of an organisation leaves its quotes', () => {
  const name = fc.string({ unit: fc.constantFrom("'", '\\', '"', ';', '-', 'a', 'é', '\n', '$', ' ') });
  fc.assert(
    fc.property(name, (orgId) => {
      const text = openingFor(orgId, null);
      const literal = readLiteral(text.slice(text.indexOf(`e'`)));
      expect(literal).toEqual({ value: orgId, rest: '; set local role inkling_tenant' });
    }),
  );
});
