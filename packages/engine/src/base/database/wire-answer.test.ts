import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parserFor } from './parse-value.ts';
import { decodeAnswer, MESSAGE } from './wire-answer.ts';

const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Types by their OIDs, each with texts that PostgreSQL answers; few, so that values come again, and some of one length. */
const TYPES: Readonly<Record<number, readonly string[]>> = {
  16: ['t', 'f'],
  23: ['1', '2', '-7'],
  25: ['', 'a', 'b', 'größe', '漢字', 'x'.repeat(40), 'y'.repeat(41), 'y'.repeat(41)],
  701: ['0.25', '1e+21', 'NaN'],
  1009: ['{a,b}', '{b,a}', '{}'],
  1184: ['2026-11-22 01:50:00+00', '2026-11-22 01:50:00.123456+00', '2026-11-21 01:50:00+00', 'infinity'],
  2950: [uuid, uuid.replace('0', '1')],
  3802: ['{"a": [1]}', '{"a": [2]}', '7', '"x"', 'null'],
};

const table = fc.array(fc.constantFrom(...Object.keys(TYPES).map(Number)), { maxLength: 6 }).chain((types) => {
  const row = fc.tuple(...types.map((type) => fc.option(fc.constantFrom(...TYPES[type]!))));
  return fc.record({ types: fc.constant(types), rows: fc.array(row, { maxLength: 6 }) });
});

const int16 = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
const int32 = (value: number): number[] => [...int16(value >> 16), ...int16(value)];
const message = (type: number, body: readonly number[]): number[] => [type, ...int32(body.length + 4), ...body];
const nameOf = (column: number): string => `column_${column}`;

function encode(types: readonly number[], rows: readonly (readonly (string | null)[])[]): Uint8Array {
  const columns = types.flatMap((type, index) => [
    ...Buffer.from(`${nameOf(index)}\0`),
    ...[...int32(0), ...int16(0), ...int32(type), ...int16(0), ...int32(0), ...int16(0)],
  ]);
  const values = (row: readonly (string | null)[]): number[] =>
    row.flatMap((text) => (text === null ? int32(-1) : [...int32(Buffer.byteLength(text)), ...Buffer.from(text)]));
  return Uint8Array.from([
    ...message(MESSAGE.rowDescription, [...int16(types.length), ...columns]),
    ...rows.flatMap((row) => message(MESSAGE.dataRow, [...int16(types.length), ...values(row)])),
  ]);
}

test('each value is what its own bytes say, whatever the row before it held', () => {
  fc.assert(
    fc.property(table, ({ types, rows }) => {
      const bytes = encode(types, rows);
      const [decoded = []] = decodeAnswer({ bytes, spans: [{ start: 0, end: bytes.length }] });
      const expected = rows.map((row) =>
        row.map((text, index) => [nameOf(index), text === null ? null : parserFor(types[index]!)(text)]),
      );
      expect(decoded).toEqual(expected.map((entries) => Object.fromEntries(entries)));
      expect(decoded.map((row) => Object.keys(row))).toEqual(rows.map(() => types.map((_, index) => nameOf(index))));
    }),
    { numRuns: 500 },
  );
});

test('rows with the same JSON or the same list do not share it', () => {
  const row = ['{"a": [1]}', '{a,b}'];
  const bytes = encode([3802, 1009], [row, row]);
  const [[first, second] = []] = decodeAnswer({ bytes, spans: [{ start: 0, end: bytes.length }] });
  expect(first).toEqual(second);
  expect(first!['column_0']).not.toBe(second!['column_0']);
  expect(first!['column_1']).not.toBe(second!['column_1']);
});
