import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textParts } from './visible-text.tsx';

const named = (text: string): string[] => textParts(text).flatMap(({ codePoint }) => codePoint ?? []);

test('names what cannot be seen, and leaves the rest as it is', () => {
  expect(textParts('a\u202Eb')).toEqual([
    { text: 'a', codePoint: null },
    { text: '\u202E', codePoint: 'U+202E' },
    { text: 'b', codePoint: null },
  ]);
  expect(named('\u001b[31m red \u200b \u{E0041}')).toEqual(['U+001B', 'U+200B', 'U+E0041']);
  expect(named('tab\tline\n<b>markup</b> naïve 日本語 👍')).toEqual([]);
});

test('loses nothing of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(
        textParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
