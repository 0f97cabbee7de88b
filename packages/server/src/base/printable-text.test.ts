import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printableJson, printableLine, printableText } from './printable-text.ts';

describe('printableText', () => {
  test.each([
    ['colour', 'a\u001B[31mred\u001B[0m', 'ared'],
    ['a cleared screen', '\u001B[2J\u001B[Hx', 'x'],
    ['a window title', 'a\u001B]0;title\u0007b', 'ab'],
    ['a link', '\u001B]8;;http://x\u001B\\text\u001B]8;;\u001B\\', 'text'],
    ['an unfinished sequence', 'a\u001B]0;never\nb', 'aever\nb'],
    ['eight-bit controls', 'a\u009B31mb', 'ab'],
    ['backspaces and carriage returns', 'ok\b\b\rno', 'okno'],
    ['turned text', 'a\u202Eb\u2066c', 'abc'],
    ['NUL', 'a\0b', 'ab'],
  ])('%s', (_title, text, expected) => expect(printableText(text)).toBe(expected));

  test('line feeds, tabs and letters of every kind stay', () => {
    expect(printableText('a\n\tü漢😀')).toBe('a\n\tü漢😀');
  });

  test('no control character is left of any text', () => {
    const text = fc.string({
      unit: fc.constantFrom('\u001B', '[', ']', '0', ';', 'm', '\u0007', '\u009B', 'a', '\\', 'P'),
    });
    fc.assert(
      fc.property(text, (input) => {
        expect(printableText(input).replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

test('printableLine is one line, and says when it was cut', () => {
  expect(printableLine(' a\n b ', 10)).toBe('a b');
  expect(printableLine('abcdef', 4)).toBe('abc…');
});

test('printableJson prints nothing that a terminal acts on and reads back the same', () => {
  const value = { text: 'a\u009B31m\u202E\u2028\u001B[0m\u007F' };
  expect(printableJson(value)).not.toMatch(/[\p{Cc}\u2028-\u202E]/u);
  expect(JSON.parse(printableJson(value))).toEqual(value);
});
