import { describe, expect, test } from 'vitest';
import { isSamePath, pathTokens } from './path-tokens.ts';

describe('isSamePath', () => {
  test.each([
    ['src/a.ts', 'src/a.ts', true],
    ['home/me/repo/src/a.ts', 'src/a.ts', true],
    ['a.ts', 'src/a.ts', true],
    ['rc/a.ts', 'src/a.ts', false],
    ['src/a.ts', 'lib/a.ts', false],
    ['', 'src/a.ts', false],
  ])('%s and %s: %s', (left, right, expected) => expect(isSamePath(left, right)).toBe(expected));
});

test('a path gives its segments without extensions, split like identifiers', () => {
  expect(pathTokens('src/inSession/boost-path.test.ts')).toEqual([
    'src',
    'in',
    'session',
    'insess',
    'boost',
    'path',
    'boostpath',
  ]);
  expect(pathTokens('.github/workflows/ci.yml')).toEqual(['github', 'workflow', 'ci']);
});

test('steps out of a directory are no words', () => {
  expect(pathTokens('../src/x/../cart.ts')).toEqual(pathTokens('src/cart.ts'));
});
