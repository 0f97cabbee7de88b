import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileText } from '../../../../test/hostile-text.ts';
import { stripByAllRules, stripHiddenText } from './strip-hidden-text.ts';

/** Texts with nothing but letters and blanks of ASCII: those that the short way is for. */
const plainText = (): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('a', 'Zß漢→', '9', '*', ' ', '  ', '\n', '\r\n', '\t', '\0', '\u007f', '\u001f'), {
      maxLength: 24,
    })
    .map((parts) => parts.join(''));

test('the short way gives what all rules give, for any text [C-018]', () => {
  fc.assert(
    fc.property(fc.oneof(hostileText(), plainText(), fc.string({ unit: 'binary' })), (text) => {
      expect(stripHiddenText(text)).toBe(stripByAllRules(text));
    }),
    { numRuns: 2000 },
  );
});

test('no character by itself takes the short way where a rule would change it [C-018]', () => {
  const changed: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += point < 0x20000 || point >= 0xe0000 ? 1 : 97) {
    const text = `a${String.fromCodePoint(point)}b ${String.fromCodePoint(point)}`;
    if (stripHiddenText(text) !== stripByAllRules(text)) changed.push(point.toString(16));
  }
  expect(changed).toEqual([]);
});
