import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileText } from '../../../../test/hostile-text.ts';
import { withoutPullRequestForm } from './pull-request-form.ts';

const read = (...lines: string[]) => {
  const { text, hasHeadings } = withoutPullRequestForm(lines.join('\n'));
  return { lines: text.split('\n').filter((line) => line.trim() !== ''), hasHeadings };
};

test('a message without a form stays', () => {
  const plain = 'Retry 429\n\n#12 said so, and *this* is **not** a heading.\n\n- [a] b\n- codes: two\n\n```\nno end';
  expect(withoutPullRequestForm(plain)).toEqual({ text: plain, hasHeadings: false });
});

describe('a form', () => {
  test('loses its headings, its empty answers and its hints', () => {
    expect(
      read(
        'fix: keep the window (#12)',
        '',
        '<!-- Thank you!',
        '## Never shown -->',
        '## What kind of change does this PR introduce?',
        '',
        'Bug fix, docs update, ...',
        '## 🔍 What is the new behavior?',
        'It stays open.',
        '**Additional context**',
        'Add any other context or screenshots.',
        '',
        'Feel free to include screenshots if it includes visual changes.',
        '',
        'N/A',
      ),
    ).toEqual({ lines: ['fix: keep the window (#12)', 'It stays open.'], hasHeadings: true });
  });

  test('gives its reason first', () => {
    expect(
      read(
        'Retry 429',
        '',
        '## Summary',
        '',
        'Adds a retry.',
        '',
        '## Why',
        '',
        'The window closes.',
        '### How',
        'Twice.',
      ).lines,
    ).toEqual(['Retry 429', 'The window closes.', 'Adds a retry.', 'Twice.']);
  });

  test('stands as it is behind prose that its author began with', () => {
    expect(read('Retry 429', '', 'Adds a retry.', '', '## Problem', 'The window closes.').lines).toEqual([
      'Retry 429',
      'Adds a retry.',
      'The window closes.',
    ]);
  });

  test.each(['## Test plan', '## How has this been tested?', '**Testing**', '## PR checklist', 'Test Plan:'])(
    'says nothing below %s, up to the next heading as high',
    (heading) => {
      expect(
        read('Retry 429', '', '## Summary', 'A retry.', heading, 'npm test', '', 'Green.', '## Notes', 'Rare.').lines,
      ).toEqual(['Retry 429', 'A retry.', 'Rare.']);
      expect(read('Retry 429', '', heading, 'npm test', '---', 'After the rule.').lines).toEqual([
        'Retry 429',
        '---',
        'After the rule.',
      ]);
    },
  );

  test('a deeper heading does not end what says nothing', () => {
    expect(read('Retry 429', '', '## Testing', '### By hand', 'Clicked.').lines).toEqual(['Retry 429']);
  });

  test('a label loses itself, and its paragraph when that says nothing', () => {
    expect(
      read('Retry 429', '', 'Summary: A retry.', '', 'Test Plan: npm test,', 'twice.', '', 'Rare. Note: twice.').lines,
    ).toEqual(['Retry 429', 'A retry.', 'Rare. Note: twice.']);
  });
});

test.each([
  ['a sentence in bold', '**This breaks every client that pins v1.**'],
  ['a section that says what is refused', '**Validation**\n- empty names are refused', '- empty names are refused'],
  ['a section about tests of the product', '## How the test database is reset\nBy a template.', 'By a template.'],
  [
    'a request to readers',
    '## Notes\nPlease provide `--token`: the old flag is gone.',
    'Please provide `--token`: the old flag is gone.',
  ],
  [
    'the end of a wrapped line',
    '## Notes\nThe suite now runs before the\ntests.',
    'The suite now runs before the\ntests.',
  ],
  ['lines that begin with code', '```npm i``` fails when the\ncache is cold, and\n```npm ci``` does not.'],
])('%s stays', (_what, body, wanted = body) => {
  const { text } = withoutPullRequestForm(`Retry 429\n\n${body}`);
  expect(text.split('\n').filter((line) => line.trim() !== '')).toEqual(['Retry 429', ...wanted.split('\n')]);
});

test('a subject with the beginning of a comment stays whole', () => {
  expect(withoutPullRequestForm('Escape <!-- in titles (#3)\n\nWhy.').text).toBe('Escape <!-- in titles (#3)\n\nWhy.');
});

test("lines of marks, such as a test runner's progress, are read in one pass", () => {
  const line = `${'.'.repeat(8000)} [ 16%]`;
  expect(read('Retry 429', '', '## Summary', line).lines).toEqual(['Retry 429', line]);
  expect(read('Retry 429', '', ...Array.from({ length: 2000 }, () => '```')).lines).toEqual(['Retry 429']);
});

test('task lists go, with their wrapped lines', () => {
  expect(
    read('Retry 429', '', 'A retry.', '- [x] I have read the', 'guide', '  twice', '* [ ] I have tests', '- kept')
      .lines,
  ).toEqual(['Retry 429', 'A retry.', '- kept']);
});

test('code between fences goes', () => {
  expect(read('Retry 429', '', 'Use it:', '```ts', '# Why', 'retry();', '```', 'Twice.')).toEqual({
    lines: ['Retry 429', 'Use it:', 'Twice.'],
    hasHeadings: false,
  });
});

test('for any text the subject stays, nothing is added, and it never fails', () => {
  fc.assert(
    fc.property(fc.array(hostileText()), (paragraphs) => {
      const message = ['A subject', ...paragraphs].join('\n');
      const { text } = withoutPullRequestForm(message);
      expect(text.split('\n', 1)[0]!.trim()).toBe(message.split(/\r\n?|\n/u, 1)[0]!.trim());
      expect(text.length).toBeLessThanOrEqual(message.length + paragraphs.length + 8);
    }),
  );
});
