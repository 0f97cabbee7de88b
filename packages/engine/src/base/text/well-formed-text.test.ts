import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wellFormedText } from './well-formed-text.ts';

test('NUL and lone surrogates become the replacement character', () => {
  expect(wellFormedText('a\u0000b')).toBe('a\uFFFDb');
  expect(wellFormedText('\uD83D')).toBe('\uFFFD');
  expect(wellFormedText('\uDE00x\uD83D')).toBe('\uFFFDx\uFFFD');
});

test('everything else is left as it is', () => {
  const text = '漢字 e\u0301 \u202Eabc 👩‍👩‍👧 \t\r\n \u200B';
  expect(wellFormedText(text)).toBe(text);
});

test('any UTF-16 string survives a round trip through UTF-8 afterwards', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (raw) => {
      const text = wellFormedText(raw);
      expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
      expect(text).not.toContain('\u0000');
      expect(text).toHaveLength(raw.length);
    }),
  );
});
