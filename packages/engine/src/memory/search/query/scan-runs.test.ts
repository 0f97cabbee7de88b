import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KnownRuns } from '../index/known-runs.ts';
import { createRunScanner, scanRuns } from './scan-runs.ts';
import { createTermDictionary, termAt } from '../index/term-dictionary.ts';
import { tokenize } from '../text/tokenize.ts';

/** Texts that repeat words, spellings and joints, so that runs are met again. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('the', 'Deploys', 'deploys', 'parseHTTPHeader', 'snake_case', 'kebab-case', 'a--b', '_x', '-'),
      fc.constantFrom('deploysTheHTTP', 'aBCd', 'v2Parse', 'ABC', 'x'.repeat(70), 'theParsedWithout', '10', 'e2E3Test'),
      fc.stringMatching(/^[a-eA-E0-2]{1,30}$/),
      fc.constantFrom('abCD'.repeat(2000), '_'.repeat(8000), 'a1 '.repeat(3000)),
      fc.constantFrom(' ', ' ', ', ', '.', '/', '\n', '_', '-'),
      fc.string({ maxLength: 30 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

function scanner(): { known: KnownRuns; scan: (text: string) => string[] | null } {
  const dictionary = createTermDictionary();
  const runs = createRunScanner(dictionary);
  const scan = (source: string): string[] | null =>
    scanRuns(runs, source) ? [...runs.terms.subarray(0, runs.count)].map((term) => termAt(dictionary, term)) : null;
  return { known: runs.known, scan };
}

test('gives the tokens of the text, also when its runs are known', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
      const { scan } = scanner();
      for (const each of [...texts, ...texts, ...texts]) expect(scan(each)).toEqual(tokenize(each));
    }),
  );
});

test('leaves a text that is not ASCII to its normal form', () => {
  expect(scanner().scan('ﬁle')).toBeNull();
});

test('a run that stands in one text is not kept, one that comes again is', () => {
  const { known, scan } = scanner();
  scan('parseHttpHeader parser');
  expect(known.runs.count).toBe(0);
  scan('parser');
  expect(known.runs.count).toBe(1);
  expect(scan('parser parseHttpHeader')).toEqual(tokenize('parser parseHttpHeader'));
});

test('more runs than it keeps: the tokens stay right', () => {
  const { known, scan } = scanner();
  const word = (n: number): string => n.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!);
  for (let n = 0; n < 70_000; n += 1) scan(`${word(n)} ${word(n)}`);
  expect(known.runs.count).toBeGreaterThan(0);
  expect(known.runs.count).toBeLessThan(10_000);
  expect(scan(`${word(3)} ${word(69_999)}`)).toEqual(tokenize(`${word(3)} ${word(69_999)}`));
});

test('what was seen is still known when its places have become more', () => {
  const { known, scan } = scanner();
  const word = (n: number): string =>
    `w${n.toString(36).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!.repeat(3))}`;
  const places = known.seen.length;
  for (let n = 0; n < places; n += 1) scan(word(n));
  expect(known.seen.length).toBe(2 * places);
  expect(known.runs.count).toBe(0);
  scan(word(places - 1));
  expect(known.runs.count).toBe(1);
});
