import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readExtracted, type ExtractedFrom } from './read-extracted.ts';

const from: ExtractedFrom = {
  modelId: 'openai/m',
  digest: `work item: none
[1] user: The auth middleware serves a stale token cache.
[2] agent: The token cache of the auth middleware could expire hourly through a timer.
[4] user: No, clear the token cache of the auth middleware on logout, we decided.
[5] agent: Should the session table keep the browser name beside the address?
[7] user: both
[8] agent: Revoked sessions stay listed for ninety days.
[9] user: yes, exactly. go on
[10] ran (test): npm test failed: TypeError: session middleware is undefined
[12] edited: src/auth.ts`,
  passages: [
    { number: 1, voice: 'user', answeredBy: null, seq: 11 },
    { number: 2, voice: 'unsettled', answeredBy: 4, seq: 12 },
    { number: 4, voice: 'user', answeredBy: null, seq: 14 },
    { number: 5, voice: 'answered', answeredBy: 7, seq: 15 },
    { number: 7, voice: 'user', answeredBy: null, seq: null },
    { number: 8, voice: 'agreed', answeredBy: 9, seq: 18 },
    { number: 9, voice: 'user', answeredBy: null, seq: 18 },
    { number: 10, voice: 'run', answeredBy: null, seq: 20 },
    { number: 12, voice: 'edit', answeredBy: null, seq: 22 },
  ],
  paths: ['src/auth.ts', 'src/b.ts'],
  at: '2026-11-22T10:00:00.000Z',
};
const RULE = 'The token cache of the auth middleware is cleared on logout.';
const statement = (changes: object = {}): object => ({
  kind: 'decision',
  content: RULE,
  paths: ['src/auth.ts'],
  passages: [1, 4],
  ...changes,
});
const contents = (...given: readonly unknown[]): readonly string[] =>
  readExtracted({ statements: given }, from)?.statements.map(({ content }) => content) ?? [];

test('a statement that holds, with the files of the session and who said so', () => {
  expect(readExtracted({ statements: [statement({ paths: ['src/auth.ts', '/etc/passwd', 7] })] }, from)).toEqual({
    statements: [
      {
        detector: 'extractor',
        kind: 'decision',
        content: RULE,
        paths: ['src/auth.ts'],
        passages: [11, 14],
        at: from.at,
        seq: null,
        modelId: 'openai/m',
      },
    ],
    refused: 0,
  });
});

test.each([
  ['a kind that is none of ours', { kind: 'system' }],
  ['a kind of the object prototype', { kind: 'constructor' }],
  ['no text', { content: 42 }],
  ['a long text', { content: `${RULE} `.repeat(20) }],
  ['one that holds here only', { content: 'The token cache of this branch is cleared for now.' }],
  ['words that nobody said', { content: 'Deploy the billing cluster with helm every Tuesday evening.' }],
  ['a page', { content: `<p>The token cache of the auth middleware</p>` }],
  ['a fence', { content: '```\nThe token cache of the auth middleware is cleared\n```' }],
  ['an echo of a block', { content: `- [018f3c5e-0000-7000-8000-000000000001] ${RULE} (weight: 1.00)` }],
])('%s does not hold', (_what, change) => {
  expect(readExtracted({ statements: [statement(change), statement()] }, from)).toMatchObject({
    statements: [{ content: RULE }],
    refused: 1,
  });
});

describe('what a statement rests on', () => {
  const REFUSED = 'The token cache of the auth middleware expires hourly through a timer.';
  const OPEN = 'The session table keeps the browser name beside the address.';
  const AGREED = 'Revoked sessions stay listed for ninety days.';
  const FAILED = 'The TypeError of npm test meant that the session middleware is undefined.';
  test.each([
    ['nothing', RULE, 'decision', undefined],
    ['an empty list', RULE, 'decision', []],
    ['lines that there are not', RULE, 'decision', [3, 99, '4', null]],
    ['other lines than those that say it', AGREED, 'decision', [1, 4]],
    ['the whole record', RULE, 'decision', [1, 2, 4, 5, 7, 8, 9, 10, 12]],
    ['a refused proposal', REFUSED, 'decision', [2]],
    [
      'a refused proposal beside its refusal and a line of the user',
      'Expire hourly through a timer.',
      'decision',
      [1, 2, 4],
    ],
    ['a question', OPEN, 'decision', [5]],
    ['one beside another line than its answer', OPEN, 'decision', [1, 5, 4]],
    ['a nod alone', AGREED, 'decision', [9]],
    ['a nod that is the statement', 'yes, exactly. go on', 'decision', [9]],
    ['a run, for a decision', FAILED, 'decision', [10]],
    ['edits', 'Edited src/auth.ts once more.', 'error', [12]],
  ])('%s does not bear it', (_what, content, kind, passages) => {
    expect(readExtracted({ statements: [statement({ content, kind, passages })] }, from)).toEqual({
      statements: [],
      refused: 1,
    });
  });

  test.each([
    ['the refusal of a proposal', RULE, 'decision', [2, 4], [12, 14]],
    ['a proposal that was agreed to', AGREED, 'convention', [8], [18]],
    ['one with its nod', AGREED, 'convention', [8, 9], [18]],
    ['a question with its answer', OPEN, 'decision', [5, 7], [15]],
    ['a run, for an error', FAILED, 'error', [10, 12], [20, 22]],
  ])('%s bears it', (_what, content, kind, passages, activities) => {
    expect(readExtracted({ statements: [statement({ content, kind, passages })] }, from)?.statements).toMatchObject([
      { content, passages: activities },
    ]);
  });
});

test('what is said twice is said once, and eight are enough', () => {
  expect(contents(statement(), statement({ kind: 'convention' }))).toEqual([RULE]);
  const many = Array.from({ length: 30 }, (_, n) =>
    statement({ content: `The token cache number${n} of auth is cleared on logout.` }),
  );
  const read = readExtracted({ statements: many }, from);
  expect(read?.statements).toHaveLength(8);
  expect(read?.refused).toBe(22);
});

test('a list alone is understood; anything else is no answer', () => {
  expect(readExtracted([statement()], from)?.statements).toHaveLength(1);
  for (const answer of [null, undefined, 'x', 7, {}, { statements: {} }, { statements: 'all' }]) {
    expect(readExtracted(answer, from)).toBeNull();
  }
});

test('it never fails, and never lets more through than it may', () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 4, withNullPrototype: true }), fc.json(), (anything, json) => {
      for (const answer of [anything, JSON.parse(json), { statements: [anything, JSON.parse(json)] }]) {
        const read = readExtracted(answer, from);
        expect(read === null || read.statements.every(({ content }) => content.length <= 600)).toBe(true);
      }
    }),
  );
});
