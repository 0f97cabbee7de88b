import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';

/** The part of the contract on what values arrive as and come back as. */
export function databaseValues(database: () => Database): void {
  values(database);
  roundTrips(database);
}

/** SQL expression, and what it must be in JavaScript. The session's time zone and date style must not show. */
const VALUES: readonly (readonly [expression: string, value: unknown])[] = [
  ['null::text', null],
  [`'text'::text`, 'text'],
  [`''::text`, ''],
  ['true', true],
  ['false', false],
  ['32767::int2', 32767],
  ['(-2147483648)::int4', -2147483648],
  ['9223372036854775807::int8', '9223372036854775807'],
  ['1::int8', '1'],
  ['count(*)', '1'],
  ['0.1::float8', 0.1],
  ['1.5::float4', 1.5],
  ['12.50::numeric', '12.50'],
  [`'2026-11-22T01:02:03.000Z'::timestamptz`, '2026-11-22T01:02:03.000Z'],
  [`'2026-11-22T01:02:03.4Z'::timestamptz`, '2026-11-22T01:02:03.400Z'],
  [`'2026-11-22T01:02:03.123456Z'::timestamptz`, '2026-11-22T01:02:03.123456Z'],
  [`'2026-11-22T01:02:03+02'::timestamptz`, '2026-11-21T23:02:03.000Z'],
  [`'1969-12-31T23:59:59.999Z'::timestamptz`, '1969-12-31T23:59:59.999Z'],
  [`'infinity'::timestamptz`, 'infinity'],
  [`'2026-11-22'::date`, '2026-11-22'],
  [`'018f3c5e-0000-7000-8000-000000000001'::uuid`, '018f3c5e-0000-7000-8000-000000000001'],
  [`'{"a": [1, null, "b"], "c": 1.5}'::jsonb`, { a: [1, null, 'b'], c: 1.5 }],
  [`'[1, 2]'::jsonb`, [1, 2]],
  [`'"text"'::jsonb`, 'text'],
  [`'null'::jsonb`, null],
  [`'\\x00ff10'::bytea`, new Uint8Array([0, 255, 16])],
  [`'{}'::text[]`, []],
  [
    `array['a', null, 'NULL', 'b c', 'd,e', '{f}', 'g"h', 'i\\j', '']`,
    ['a', null, 'NULL', 'b c', 'd,e', '{f}', 'g"h', 'i\\j', ''],
  ],
  [`array[1, -9223372036854775808]::int8[]`, ['1', '-9223372036854775808']],
  ['array[1, null, 3]::int4[]', [1, null, 3]],
  ['array[0.5, 2]::float8[]', [0.5, 2]],
  ['array[true, false]', [true, false]],
  [`array['018f3c5e-0000-7000-8000-000000000001']::uuid[]`, ['018f3c5e-0000-7000-8000-000000000001']],
  [`array['2026-11-22T01:02:03.4Z']::timestamptz[]`, ['2026-11-22T01:02:03.400Z']],
  [`array['{"a": 1}', '[]']::jsonb[]`, [{ a: 1 }, []]],
  [
    'array[[1, 2], [3, 4]]::int4[]',
    [
      [1, 2],
      [3, 4],
    ],
  ],
];

function values(database: () => Database): void {
  test.each(VALUES)('%s arrives as %j', async (expression, value) => {
    const [row] = await database().operator.query({ text: `select ${expression} as value`, values: [] });
    const arrived = row?.['value'];
    // An adapter may answer a subclass of Uint8Array (pg: Buffer); the bytes are what counts.
    expect(arrived instanceof Uint8Array ? new Uint8Array(arrived) : arrived).toEqual(value);
  });

  test.each([
    ['undefined', undefined, 'text', null],
    ['a Date', new Date('2026-11-22T01:02:03.004Z'), 'timestamptz', '2026-11-22T01:02:03.004Z'],
    ['a bigint', 9223372036854775807n, 'int8', '9223372036854775807'],
    ['an object', { a: [1] }, 'jsonb', { a: [1] }],
    ['JSON text of an array', '[{"a":1}]', 'jsonb', [{ a: 1 }]],
    ['a boolean', false, 'boolean', false],
    ['bytes', new Uint8Array([0, 1, 255]), 'bytea', new Uint8Array([0, 1, 255])],
    ['an empty list', [], 'uuid[]', []],
    ['a list of bigint', [1n, -2n], 'int8[]', ['1', '-2']],
    ['a list with null', ['a', null], 'text[]', ['a', null]],
  ])('%s can be bound', async (_, value, type, expected) => {
    const [row] = await database().operator.query({ text: `select $1::${type} as value`, values: [value] });
    const arrived = row?.['value'];
    expect(arrived instanceof Uint8Array ? new Uint8Array(arrived) : arrived).toEqual(expected);
  });
}

// PostgreSQL's text cannot hold U+0000, and a lone surrogate is not UTF-8.
const storable = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\u0000', ''));

function roundTrips(database: () => Database): void {
  test('any list of texts comes back as it went in', async () => {
    const list = fc.array(fc.option(storable), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(list, async (texts) => {
        const rows = await database().operator.query({ text: 'select $1::text[] as value', values: [texts] });
        expect(rows).toEqual([{ value: texts }]);
      }),
      { numRuns: 50 },
    );
  });

  test('any moment comes back as the same ISO text', async () => {
    const moment = fc.date({
      min: new Date('1000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(moment, async (date) => {
        const rows = await database().operator.query({
          text: 'select $1::timestamptz as value',
          values: [date.toISOString()],
        });
        expect(rows).toEqual([{ value: date.toISOString() }]);
      }),
      { numRuns: 50 },
    );
  });
}
