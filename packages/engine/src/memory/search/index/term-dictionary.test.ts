import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTermDictionary, termAt, type TermDictionary, termNumber, termsWithPrefix } from './term-dictionary.ts';

function hold(dictionary: TermDictionary, term: string, documents: number): void {
  // First, because it may give the column more room.
  const number = termNumber(dictionary, term);
  dictionary.documents[number] = documents;
}

test('the terms in most documents come first, of equal ones by spelling', () => {
  const term = fc.string({ unit: fc.constantFrom('a', 'b', '東', '\u{20000}'), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.tuple(term, fc.nat(3))), term, fc.nat(5), (given, prefix, limit) => {
      const dictionary = createTermDictionary();
      const held = new Map<string, number>();
      for (const [word, documents] of given.filter(([word]) => word !== '')) {
        hold(dictionary, word, documents);
        held.set(word, documents);
      }
      const isCompleted = prefix.length >= 4 || /^[東\u{20000}]/u.test(prefix);
      const expected = [...held].filter(([word, documents]) => isCompleted && documents > 0 && word.startsWith(prefix));
      expected.sort(([a, most], [b, documents]) => documents - most || (a < b ? -1 : 1));
      const found = termsWithPrefix(dictionary, prefix, limit, 1000).map((number) => termAt(dictionary, number));
      expect(found).toEqual(expected.slice(0, limit).map(([word]) => word));
    }),
  );
});

test('of many that begin alike only so many are looked at, the newest first', () => {
  const dictionary = createTermDictionary();
  for (let at = 0; at < 20_000; at += 1) hold(dictionary, `1732${100_000 + at}`, 1);
  let looks = 0;
  dictionary.chain = new Proxy(dictionary.chain, {
    get(target, key) {
      looks += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  expect(termsWithPrefix(dictionary, '1732119', 1, 5000).map((term) => termAt(dictionary, term))).toEqual([
    '1732119000',
  ]);
  expect(looks).toBeLessThan(10_000);
});
