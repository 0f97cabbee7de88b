import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addWord, createWordTable, findWord, hashOf } from './word-table.ts';

const lettersOf = (word: string): Uint16Array => Uint16Array.from(word, (letter) => letter.charCodeAt(0));

test.each([
  ['the hash of the word', (word: string) => hashOf(lettersOf(word), 0, word.length)],
  ['one hash for all words', () => 7],
])('gives a word one number and finds it by its letters: %s', (_title, hash) => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 6 })), (words) => {
      const table = createWordTable(new Uint16Array(0));
      const expected = new Map<string, number>();
      for (const word of words) {
        const letters = lettersOf(`<${word}>`);
        const known = findWord(table, letters, 1, 1 + word.length, hash(word));
        expect(known).toBe(expected.get(word) ?? -1);
        if (known < 0) expected.set(word, addWord(table, letters, 1, 1 + word.length, hash(word)));
      }
      expect([...expected.values()]).toEqual([...expected.keys()].map((_, at) => at));
    }),
  );
});

test('an empty word takes a number and is not found', () => {
  const table = createWordTable(new Uint16Array(0));
  const none = new Uint16Array(0);
  const hash = hashOf(none, 0, 0);
  expect([addWord(table, none, 0, 0, hash), addWord(table, lettersOf('a'), 0, 1, hash)]).toEqual([0, 1]);
  expect([findWord(table, none, 0, 0, hash), findWord(table, lettersOf('a'), 0, 1, hash)]).toEqual([-1, 1]);
});

test('many words are found again, and no others', () => {
  const table = createWordTable(new Uint16Array(0));
  const words = Array.from({ length: 100_000 }, (_, at) => `word-${at * 7919}`);
  const added = words.map((word) => {
    const letters = lettersOf(word);
    return addWord(table, letters, 0, word.length, hashOf(letters, 0, word.length));
  });
  const find = (word: string): number =>
    findWord(table, lettersOf(word), 0, word.length, hashOf(lettersOf(word), 0, word.length));
  expect(words.map(find)).toEqual(added);
  expect(words.slice(0, 1000).map((word) => find(`${word}x`))).toEqual(Array.from({ length: 1000 }, () => -1));
});
