import { expect, test } from 'vitest';
import { resolveRecall } from './resolve-request.ts';

const request = { orgId: 'o', projectId: 'p', queryText: 'q' };

test('what a query costs is bounded whatever is asked', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `src/${index}.ts`);
  const resolved = resolveRecall({
    ...request,
    queryText: 'word '.repeat(100_000),
    moreQueries: many,
    paths: ['a/'.repeat(100_000), ...many],
    context: [...many, 'x'.repeat(100_000)],
  });
  expect(resolved.texts.map(({ length }) => length)).toEqual([8192, 8, 8, 8]);
  expect(resolved.paths).toEqual(many.slice(0, 64));
  expect(resolved.context).toEqual([...many.slice(-7), 'x'.repeat(8192)]);
});

test("'' and null are no project, as they are when something is remembered", () => {
  expect(resolveRecall({ ...request, projectId: '' }).scope).toEqual({ orgId: 'o', projectId: null });
  expect(resolveRecall({ ...request, projectId: null }).scope).toEqual({ orgId: 'o', projectId: null });
});

test('a project that is no text is refused', () => {
  expect(() => resolveRecall({ ...request, projectId: 7 as unknown as string })).toThrow('projectId must be a string');
});

test.each(['paths', 'statedOf'])('%s that are no texts are refused by their own name', (name) => {
  expect(() => resolveRecall({ ...request, [name]: 'src/a.ts' })).toThrow(`${name} must be`);
});

test.each([
  ['projectId', { projectId: 'a\0' }],
  ['sessionId', { scope: 'session', sessionId: 'a\0' }],
  ['namespace', { namespace: 'a\uD800' }],
] as const)('a %s that no row can have is refused before a database is asked', (field, part) => {
  expect(() => resolveRecall({ ...request, ...part })).toThrow(
    expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining(field) as string }) as Error,
  );
});
