import { expect, test } from 'vitest';
import { questionOf, namesNothing } from './question-of.ts';

const plain = (text: string): string => questionOf(text).replaceAll(/\s+/g, ' ').trim();

test.each([
  ['Tags are lost. A failing repro is at tests/test_regression.py.', 'Tags are lost.'],
  ['Fix the export, without breaking existing behaviour.', 'Fix the export, .'],
  ['Hi all, the build is red. Thanks in advance!', 'the build is red.'],
  ['Steps to reproduce: open the cart', 'open the cart'],
  ['Can you look at the retrier? Any help is appreciated.', 'the retrier?'],
  ['Which limit holds? Answer in one sentence, and change nothing yet.', 'Which limit holds? , and .'],
  ["Think step by step. Don't edit any files. Why is the cache cold?", '. . Why is the cache cold?'],
  ['the answer in one column is wrong', 'the answer in one column is wrong'],
  ['commit and push please', 'commit and push'],
  ['导出慢，麻烦看一下', '导出慢，'],
  ['请求超时后重试几次', '请求超时后重试几次'],
  ['没返回的商品应该怎么处理？', '没返回的商品 ？'],
  ['Скидка посчиталась дважды, проверьте, пожалуйста', 'Скидка посчиталась дважды, ,'],
  ['Не збігаються ціни, полагодьте, будь ласка', 'Не збігаються ціни, ,'],
  ['환불 로직을 확인해서 고쳐주세요', '환불 로직을'],
  ['the report says thanksgiving is a holiday', 'the report says thanksgiving is a holiday'],
])('%s', (text, expected) => {
  expect(plain(text)).toBe(expected);
});

test('a question that is nothing else stays', () => {
  expect(questionOf('Thanks!')).toBe('Thanks!');
  expect(questionOf('')).toBe('');
});

const NOW = Date.UTC(2026, 10, 24);

test.each([
  ['please fix this', true],
  ['Hi all, something is broken. Can you help? Thanks in advance!', true],
  ['It does not work', true],
  ['fix bug', true],
  ['?!', true],
  ['', true],
  ['please fix the parser', false],
  ['fixes #164', false],
  ['error', false],
  ['what did we do yesterday', false],
  ['修复解析器', false],
])('%s: %s', (question, expected) => expect(namesNothing(question, NOW)).toBe(expected));
