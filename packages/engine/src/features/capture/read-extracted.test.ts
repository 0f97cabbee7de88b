import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readExtracted, type ExtractedFrom } from './read-extracted.ts';

const from: ExtractedFrom = {
  modelId: 'openai/m',
  digest: 'user: Clear the token cache of the auth middleware on logout, we decided. edited: src/auth.ts',
  paths: ['src/auth.ts', 'src/b.ts'],
  at: '2026-11-22T10:00:00.000Z',
};
const RULE = 'The token cache of the auth middleware is cleared on logout.';
const statement = (changes: object = {}): object => ({
  kind: 'decision',
  content: RULE,
  paths: ['src/auth.ts'],
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
