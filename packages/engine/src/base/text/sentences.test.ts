import { expect, test } from 'vitest';
import { splitSentences } from './sentences.ts';

test.each([
  ['Only years stay. Drop the rest!', ['Only years stay.', 'Drop the rest!']],
  ['Ask api.example.com first. Then retry.', ['Ask api.example.com first.', 'Then retry.']],
  ['X 12.2 instead of Y. 12.3 breaks.', ['X 12.2 instead of Y.', '12.3 breaks.']],
  ['Use codes, e.g. Forty-two. Nothing else.', ['Use codes, e.g. Forty-two.', 'Nothing else.']],
  ['first a; then b', ['first a;', 'then b']],
  ['one\n\ntwo', ['one', 'two']],
  ['He said "stop." Then left.', ['He said "stop."', 'Then left.']],
  ['規則は一つ。例外なし。', ['規則は一つ。', '例外なし。']],
  ['', []],
])('%j', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences);
});
