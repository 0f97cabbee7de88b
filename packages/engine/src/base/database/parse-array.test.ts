import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeValue } from './encode-value.ts';
import { parseArray } from './parse-array.ts';

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
