import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf, momentOf } from './moment-of.ts';

const part = (most: number, length: number) => fc.nat(most).map((value) => String(value).padStart(length, '0'));

/** Texts that are moments, or nearly. */
const text: fc.Arbitrary<string> = fc.oneof(
  fc.date().map((date) => (Number.isNaN(date.getTime()) ? 'never' : date.toISOString())),
  fc
    .tuple(part(9999, 4), part(13, 2), part(32, 2), part(25, 2), part(61, 2), part(61, 2), part(9999, 3))
    .map(
      ([year, month, day, hour, minute, second, fraction]) =>
        `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`,
    ),
  fc
    .tuple(fc.date({ noInvalidDate: true }), fc.nat(23), fc.constantFrom('', ' ', 'x', '-', '1', ':', '+'))
    .map(([date, at, other]) => date.toISOString().slice(0, at) + other + date.toISOString().slice(at + 1)),
);

test('it is what Date.parse() says, and the day what toISOString() writes', () => {
  fc.assert(
    fc.property(text, (moment) => {
      const parsed = Date.parse(moment);
      expect(momentOf(moment)).toBe(parsed);
      if (Number.isNaN(parsed)) expect(() => dayOf(moment)).toThrow(RangeError);
      else expect(dayOf(moment)).toBe(new Date(parsed).toISOString().slice(0, 10));
    }),
    { numRuns: 3000 },
  );
});

test.each([
  '0001-01-01T00:00:00.000Z',
  '0000-02-15T00:00:00.000Z',
  '2024-02-29T24:00:00.000Z',
  '2025-02-30T00:00:00.000Z',
  '2026-11-20T23:59:59.9999Z',
  '+010000-01-01T00:00:00.000Z',
])('%s', (moment) => {
  expect(momentOf(moment)).toBe(Date.parse(moment));
});
