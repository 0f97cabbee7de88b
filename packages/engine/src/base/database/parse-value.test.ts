import { expect, test } from 'vitest';
import { parserFor, parseTimestamptz } from './parse-value.ts';

test.each([
  ['2026-11-22 01:50:00+00', '2026-11-22T01:50:00.000Z'],
  ['2026-11-22 01:50:00.5+00', '2026-11-22T01:50:00.500Z'],
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
