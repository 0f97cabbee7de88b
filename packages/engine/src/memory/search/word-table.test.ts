import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enterWords } from './enter-words.ts';
import { addWord, createWordTable, findWord, hashOf, reserveWords } from './word-table.ts';

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

test('an empty word takes a number and is not found, also when more room is made later', () => {
  const table = createWordTable(new Uint16Array(0));
  const none = new Uint16Array(0);
  const hash = hashOf(none, 0, 0);
  expect([addWord(table, none, 0, 0, hash), addWord(table, lettersOf('a'), 0, 1, hash)]).toEqual([0, 1]);
  reserveWords(table, 1000, 1000);
  expect([findWord(table, none, 0, 0, hash), findWord(table, lettersOf('a'), 0, 1, hash)]).toEqual([-1, 1]);
});

test('words that were put there as a whole are found as those that came one by one, and more can be added', async () => {
  const anyWords = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 2000, minLength: 0 });
  await fc.assert(
    fc.asyncProperty(anyWords, anyWords, async (words, others) => {
      const table = createWordTable(lettersOf(words.join('')));
      table.count = words.length;
      table.start = Uint32Array.from([0, ...words], (_, at) => words.slice(0, at).join('').length);
      await enterWords(table, () => Promise.resolve());
      const numberOf = (word: string): number =>
        findWord(table, lettersOf(word), 0, word.length, hashOf(lettersOf(word), 0, word.length));
      const expected = (word: string): number => (word === '' ? -1 : words.indexOf(word));
      for (const word of [...words, ...others]) expect(numberOf(word)).toBe(expected(word));
      for (const word of others) {
        if (word === '' || numberOf(word) >= 0) continue;
        addWord(table, lettersOf(word), 0, word.length, hashOf(lettersOf(word), 0, word.length));
        words.push(word);
      }
      for (const word of words) expect(numberOf(word)).toBe(expected(word));
    }),
    { numRuns: 50 },
  );
});

test('others get their turn while many words are entered', async () => {
  const words = 100_000;
  const table = createWordTable(
    Uint16Array.from({ length: 2 * words }, (_, at) => (at % 2 === 0 ? at >>> 1 : at >>> 9)),
  );
  table.count = words;
  table.start = Uint32Array.from({ length: words + 1 }, (_, at) => 2 * at);
  let turns = 0;
  await enterWords(table, () => Promise.resolve(void (turns += 1)));
  expect(turns).toBeGreaterThan(5);
  const letters = table.letters.chunks[0]!;
  for (let word = 0; word < words; word += 997) {
    const hash = hashOf(letters, 2 * word, 2 * word + 2);
    expect(findWord(table, letters, 2 * word, 2 * word + 2, hash)).toBeGreaterThanOrEqual(0);
  }
});

test('more words than a part may have, and more letters than a chunk', () => {
  const table = createWordTable(new Uint16Array(0));
  const words = Array.from({ length: 100_000 }, (_, at) => `word-${at * 7919}`);
  const added = words.map((word) => {
    const letters = lettersOf(word);
    return addWord(table, letters, 0, word.length, hashOf(letters, 0, word.length));
  });
  expect(table.cells.length).toBeGreaterThan(1);
  expect(table.letters.chunks.length).toBeGreaterThan(1);
  const find = (word: string): number =>
    findWord(table, lettersOf(word), 0, word.length, hashOf(lettersOf(word), 0, word.length));
  expect(words.map(find)).toEqual(added);
  expect(words.slice(0, 1000).map((word) => find(`${word}x`))).toEqual(Array.from({ length: 1000 }, () => -1));
});
