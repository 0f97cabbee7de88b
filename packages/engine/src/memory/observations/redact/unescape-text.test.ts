import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unescapeText } from './unescape-text.ts';

test.each([
  ['a\\nb', 'a\nb', [0, 1, 3, 4]],
  ['%3D', '=', [0, 3]],
  ['\\u0022x&quot;', '"x"', [0, 6, 7, 13]],
  ['&#61;&amp;', '=&', [0, 5, 10]],
])('%s without one layer, and where it stood', (escaped, text, places) => {
  expect(unescapeText(escaped)).toEqual({ text, places });
});

test('a text without escapes has no other form', () => {
  expect(unescapeText('C: 100 % of it & more \\')).toBeNull();
});

test('every text that JSON writes is read back, and each place is in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\t', '%', '&') }), (text) => {
      const written = JSON.stringify(text).slice(1, -1);
      const read = unescapeText(written.replaceAll(/[%&]/g, ' '));
      const expected = text.replaceAll(/[%&]/g, ' ');
      expect(read?.text ?? written.replaceAll(/[%&]/g, ' ')).toBe(expected);
      const places = read?.places ?? [];
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }),
  );
});
