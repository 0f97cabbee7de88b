import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addWord, createWordTable, findWord, wordAt } from './word-table.ts';

test.each([
  ['the hash of the word', undefined],
  ['one hash for all words', 7],
])('gives a word one number and finds it by its letters: %s', (_title, hash) => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 })), (words) => {
      const table = createWordTable();
      const expected = new Map<string, number>();
      for (const word of words) {
        const known = findWord(table, word, hash);
        expect(known).toBe(expected.get(word) ?? -1);
        if (known < 0) expected.set(word, addWord(table, word, hash));
      }
      expect([...expected.values()]).toEqual([...expected.keys()].map((_, at) => at));
      expect([...expected.values()].map((number) => wordAt(table, number))).toEqual([...expected.keys()]);
    }),
  );
});

test('an empty word takes a number and is not found', () => {
  const table = createWordTable();
  expect([addWord(table, ''), addWord(table, 'a')]).toEqual([0, 1]);
  expect([findWord(table, ''), findWord(table, 'a')]).toEqual([-1, 1]);
});

test('many words are found again, and no others', () => {
  const table = createWordTable();
  const words = Array.from({ length: 100_000 }, (_, at) => `word-${at * 7919}`);
  const added = words.map((word) => addWord(table, word));
  expect(words.map((word) => findWord(table, word))).toEqual(added);
  expect(words.slice(0, 1000).map((word) => findWord(table, `${word}x`))).toEqual(
    Array.from({ length: 1000 }, () => -1),
  );
});
