import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

const withoutSpace = (text: string): string => text.replace(/\s+/gu, '');

test('no piece is too long or empty, and nothing but white space at a cut is lost', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', ' ', '\n', '\n\n'), maxLength: 400 });
  fc.assert(
    fc.property(text, fc.integer({ min: 8, max: 120 }), (input, maxBytes) => {
      const pieces = splitText(input, maxBytes);
      for (const piece of pieces) {
        expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(maxBytes);
        expect(piece.trim()).not.toBe('');
      }
      expect(withoutSpace(pieces.join(''))).toBe(withoutSpace(input));
    }),
  );
});

test('cuts at the last paragraph that fits, else at a line, else at a word', () => {
  expect(splitText('aaaa\n\nbbbb\n\ncccc', 12)).toEqual(['aaaa\n\nbbbb', 'cccc']);
  expect(splitText('aaaa\nbbbb\ncccc', 11)).toEqual(['aaaa\nbbbb', 'cccc']);
  expect(splitText('aaaa bbbb cccc', 11)).toEqual(['aaaa bbbb', 'cccc']);
});

test('an early boundary is no reason for a stub', () => {
  expect(splitText(`a\n\n${'b'.repeat(30)}`, 20)[0]).toHaveLength(20);
});

test('one megabyte without a boundary is cut between characters', () => {
  const pieces = splitText('漢'.repeat(350_000));
  expect(pieces.join('')).toHaveLength(350_000);
});
