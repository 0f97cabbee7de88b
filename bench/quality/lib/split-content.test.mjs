import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitContent } from './split-content.mjs';

test('the parts fit and are the text again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 4, max: 64 }), (text, maxBytes) => {
      const parts = splitContent(text, maxBytes);
      expect(parts.join('')).toBe(text);
      for (const part of parts) expect(Buffer.byteLength(part, 'utf8')).toBeLessThanOrEqual(maxBytes);
    }),
  );
});

test('a cut falls between paragraphs before lines before words', () => {
  expect(splitContent('aaa bbb\nccc\n\nddd', 15)).toEqual(['aaa bbb\nccc\n\n', 'ddd']);
  expect(splitContent('aaa bbb\nccc ddd', 13)).toEqual(['aaa bbb\n', 'ccc ddd']);
  expect(splitContent('aaaa bbb ccc', 10)).toEqual(['aaaa bbb ', 'ccc']);
});

test('no character is torn', () => {
  expect(splitContent('🦊🦊🦊', 6)).toEqual(['🦊', '🦊', '🦊']);
});
