import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKnownRuns, type KnownRuns, scanRuns } from './known-runs.ts';
import { createTermDictionary, termNumber } from './term-dictionary.ts';
import { tokenize } from './tokenize.ts';

/** Texts that repeat words, spellings and joints, so that runs are met again. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('the', 'Deploys', 'deploys', 'parseHTTPHeader', 'snake_case', 'kebab-case', 'a--b', '_x', '-'),
      fc.constantFrom(' ', ' ', ', ', '.', '/', '\n', '_', '-'),
      fc.string({ maxLength: 30 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

function scanner(): { known: KnownRuns; scan: (text: string) => string[] | null } {
  const known = createKnownRuns();
  const dictionary = createTermDictionary();
  const termsOf = (run: string): number[] => tokenize(run).map((token) => termNumber(dictionary, token));
  function scan(source: string): string[] | null {
    const tokens: string[] = [];
    return scanRuns(known, source, termsOf, (term) => tokens.push(dictionary.terms[term]!)) ? tokens : null;
  }
  return { known, scan };
}

test('gives the tokens of the text, also when its runs are known', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
      const { scan } = scanner();
      for (const each of [...texts, ...texts]) expect(scan(each)).toEqual(tokenize(each));
    }),
  );
});

test('leaves a text that is not ASCII to its normal form', () => {
  expect(scanner().scan('ﬁle')).toBeNull();
});

test('more runs than it keeps: the tokens stay right', () => {
  const { known, scan } = scanner();
  const word = (n: number): string => n.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!);
  for (let n = 0; n < 70_000; n += 1) scan(word(n));
  expect(known.count).toBeLessThan(70_000);
  expect(scan(`${word(3)} ${word(69_999)}`)).toEqual(tokenize(`${word(3)} ${word(69_999)}`));
});
