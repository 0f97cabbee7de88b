import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileText } from '../../../../test/hostile-text.ts';
import { readStatement } from './read-statement.ts';

const read = (...lines: string[]) => readStatement(lines.join('\n'));

describe('a commit', () => {
  test('subject, wrapped prose as whole sentences, points, and no trailer', () => {
    expect(
      read(
        'Retry 429 and 408; nothing else',
        '',
        'The upstream closes its window after',
        'seven attempts; a 500 is final. Fixes #12.',
        '',
        '- codes are a constant now,',
        '  and tested',
        '* so is the window',
        '',
        'Closes #7, #8',
        'Co-authored-by: A <a@b.c>',
        'Signed-off-by: B <b@b.c>',
        '(cherry picked from commit 1234567890)',
      ),
    ).toEqual({
      what: 'Retry 429 and 408; nothing else',
      sentences: ['The upstream closes its window after seven attempts; a 500 is final.'],
      points: ['codes are a constant now, and tested', 'so is the window'],
    });
  });

  test.each([
    'Fixes: https://x.y/z',
    'refs gh-12',
    'JIRA-123',
    'https://github.com/a/b/pull/1',
    'PR-URL: https://x',
    'See also: #5',
  ])('%s below it says nothing', (line) => {
    expect(read('Retry 429', '', line)).toEqual({ what: 'Retry 429', sentences: [], points: [] });
  });

  test.each(['Note: the window closes.', 'Fixes the window for good.', 'Issue an error when it closes.'])(
    '%s says something',
    (line) => {
      expect(read('Retry 429', '', line).sentences).toEqual([line]);
    },
  );
});

describe('of a commit alone', () => {
  const ofCommit = (line: string) => readStatement(`Retry 429\n\n${line}`, true);

  test.each([
    '- fixes #7',
    '[skip ci]',
    'Reviewed By: somebody',
    'Differential Revision: D12345',
    '🤖 Generated with [Claude Code](https://claude.com/claude-code)',
    '💘 Generated with Crush',
    'All 458 ai-chat tests + 145 unit tests pass.',
    'Verified: npm run check passes',
  ])('%s says nothing', (line) => {
    expect(ofCommit(line)).toEqual({ what: 'Retry 429', sentences: [], points: [] });
    expect(read('Retry 429', '', line)).not.toEqual({ what: 'Retry 429', sentences: [], points: [] });
  });

  test.each([
    'Generated with the new codegen.',
    'A test that passes proves little.',
    '12 tests passed only because the fixture was wrong.',
  ])('%s says something', (line) => {
    expect(ofCommit(line).sentences).toEqual([line]);
  });

  test('a point is read without its mark only for what tells of issues and tools', () => {
    const points = ['- Tests: use vitest, never jest', '- Fail-fast: bad settings end the process', '- fixes #7'];
    expect(ofCommit(points.join('\n')).points).toEqual([
      'Tests: use vitest, never jest',
      'Fail-fast: bad settings end the process',
    ]);
  });
});

describe('a document', () => {
  test('marks of headings, tables, links, images, comments and elements go; their words stay', () => {
    expect(
      read(
        '# Guide › Setup {#setup}',
        '',
        '<a name="x"></a><p align="center">Use <b>pnpm</b>.<br>Not npm.</p>',
        '<!-- a',
        'comment --> ![badge](https://b/x.svg) See [the **guide**](../guide.md) or [that][1].',
        '',
        '| Key | Value |',
        '| --- | :---: |',
        '| `retries` | 7 |',
        '',
        '[1]: https://x.y',
        '---',
      ),
    ).toEqual({
      what: 'Guide › Setup',
      sentences: ['Use pnpm.', 'Not npm.', 'See the guide or that.', 'Key, Value.', '`retries`, 7.'],
      points: [],
    });
  });
});

test.each(['Map<string, b> holds rows[i](x) and a[i][j]', 'use __init__.py, not **kwargs', 'a < b and c > d'])(
  'code stays: %s',
  (text) => {
    expect(readStatement(text).what).toBe(text);
  },
);

test('of a long first paragraph the first sentence is what', () => {
  expect(readStatement('Use pnpm. Because of the store.')).toEqual({
    what: 'Use pnpm.',
    sentences: ['Because of the store.'],
    points: [],
  });
});

test('for any text nothing has a line break but what the text has within a line, and it never fails', () => {
  fc.assert(
    fc.property(hostileText(), (text) => {
      const { what, sentences, points } = readStatement(text);
      expect([what, ...sentences, ...points].join('')).not.toContain('\n');
    }),
  );
});
