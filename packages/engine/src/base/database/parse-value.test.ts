import { expect, test } from 'vitest';
import fc from 'fast-check';
import { parserFor, parseTimestamptz, parseArray, encodeValue } from './parse-value.ts';

test.each([
  ['2026-11-22 01:50:00+00', '2026-11-22T01:50:00.000Z'],
  ['2026-11-22 01:50:00.5+00', '2026-11-22T01:50:00.500Z'],
  ['2026-11-22 01:50:00.007+00', '2026-11-22T01:50:00.007Z'],
  ['2026-11-22 01:50:00.1234+00', '2026-11-22T01:50:00.123400Z'],
  ['10000-11-22 01:50:00.12+00', '10000-11-22T01:50:00.120Z'],
  ['2026-11-22 01:50:00.123456+00', '2026-11-22T01:50:00.123456Z'],
  ['2026-11-22 01:50:00.12345+00', '2026-11-22T01:50:00.123450Z'],
  ['infinity', 'infinity'],
  ['0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00+00 BC'],
])('timestamptz %s', (text, iso) => {
  expect(parseTimestamptz(text)).toBe(iso);
});

test('a type that has no rule stays text', () => {
  expect(parserFor(999_999)('(1,2)')).toBe('(1,2)');
});

const same = (text: string): string => text;

test.each<[string, unknown[]]>([
  ['{}', []],
  ['{a,b}', ['a', 'b']],
  ['{NULL,"NULL",null}', [null, 'NULL', 'null']],
  ['{""}', ['']],
  ['{"a,b","{c}","d\\"e","f\\\\g"}', ['a,b', '{c}', 'd"e', 'f\\g']],
  [
    '{{1,2},{3,4}}',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['[0:1]={a,b}', ['a', 'b']],
])('%s', (text, values) => {
  expect(parseArray(text, same)).toEqual(values);
});

test('what is encoded as an array is parsed back as it was', () => {
  const leaf = fc.option(fc.string({ unit: 'binary' }));
  const value = fc.array(fc.oneof(leaf, fc.array(leaf, { minLength: 1, maxLength: 4 })), { maxLength: 6 });
  fc.assert(
    fc.property(value, (values) => {
      expect(parseArray(String(encodeValue(values)), same)).toEqual(values);
    }),
  );
});
