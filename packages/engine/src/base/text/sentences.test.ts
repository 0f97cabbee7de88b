import { expect, test } from 'vitest';
import { cuesIn, splitSentences } from './sentences.ts';

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

test.each([
  ['москва только если tz пустой', 2],
  ['по поясу клиента', 0],
  ['неделя прошла', 0],
  ['没返回的标 offline 连续 7 天都没有再删', 4],
  ['포인트 먼저 복원하고 현금은 나중에', 1],
  ['тільки по телефону, без пошти', 2],
  ['adalara her zaman 120 TL al, indirim önce', 3],
  ['đừng huỷ trước 45 phút', 3],
  ['हमेशा 24 घंटे के बाद', 3],
  ['The namespace — hours and houses — is here', 0],
])('what rules are made of, in other languages: %s', (text, cues) => {
  expect(cuesIn(text)).toBe(cues);
});
