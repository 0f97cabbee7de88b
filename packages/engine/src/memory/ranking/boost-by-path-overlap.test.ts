import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathSegments, pathsOverlap } from '../../base/normalize-path.ts';
import { boostByPathOverlap, concernsPaths, pathsInText } from './boost-by-path-overlap.ts';

const item = (changes: { relevance?: number; content?: string; paths?: string[] } = {}) => ({
  relevance: changes.relevance ?? 0.5,
  content: changes.content ?? 'no path here',
  metadata: changes.paths ? { paths: changes.paths } : {},
});
const boostOf = (given: ReturnType<typeof item>, focal: string | undefined) =>
  boostByPathOverlap([given], focal)[0]!.pathBoost;

describe('boostByPathOverlap', () => {
  test.each([
    ['the same path', ['src/auth/index.ts'], 'src/auth/index.ts'],
    ['an absolute focal path', ['src/auth/index.ts'], '/home/me/repo/src/auth/index.ts'],
    ['an absolute stored path', ['/home/me/repo/src/auth/index.ts'], 'src/auth/index.ts'],
    ['another spelling', ['./src//auth/index.ts'], 'src\\auth\\index.ts'],
    ['steps out of a directory', ['src/auth/index.ts'], '../src/x/../auth/index.ts'],
    ['one of several paths', ['a.ts', 'src/auth/index.ts'], 'src/auth/index.ts'],
    ['non-ASCII', ['src/größe/ユーザー.ts'], 'repo/src/größe/ユーザー.ts'],
  ])('%s adds 0.2 [S1-048]', (_title, paths, focal) => {
    expect(boostOf(item({ paths }), focal)).toBeCloseTo(0.2, 12);
  });

  test.each([
    ['a suffix that is no segment boundary', ['src/oauth.ts'], 'auth.ts'],
    ['another directory', ['src/auth/index.ts'], 'src/user/index.ts'],
    ['no focal path', ['src/auth/index.ts'], undefined],
    ['an empty focal path', ['src/auth/index.ts'], ''],
    ['a focal path of slashes', ['src/auth/index.ts'], '//'],
  ])('%s adds nothing', (_title, paths, focal) => {
    expect(boostOf(item({ paths }), focal)).toBe(0);
  });

  test.each([
    ['a path in prose', 'see src/auth/index.ts for the guard', 0.2],
    ['a path with a line number', 'fails at src/auth/index.ts:42:7.', 0.2],
    ['a quoted path', 'moved to `auth/index.ts`, finally', 0.2],
    ['a bare file name in prose', 'index.ts is the entry point', 0],
    ['a longer name that contains it', 'see src/auth/index.tsx', 0],
  ])('content fallback: %s [S1-049, C-008]', (_title, content, boost) => {
    expect(boostOf(item({ content }), 'src/auth/index.ts')).toBeCloseTo(boost, 12);
  });

  test('the text is not asked when the memory has paths [S1-049]', () => {
    expect(boostOf(item({ content: 'see src/auth/index.ts', paths: ['README.md'] }), 'src/auth/index.ts')).toBe(0);
  });

  test('relevance is capped at 1 and boosted once, whatever matches [S1-048]', () => {
    const [boosted] = boostByPathOverlap([item({ relevance: 0.9, paths: ['a/b.ts', 'c/d.ts'] })], ['a/b.ts', 'c/d.ts']);
    expect(boosted!.relevance).toBe(1);
    expect(boosted!.pathBoost).toBeCloseTo(0.1, 12);
  });
});

describe('concernsPaths', () => {
  const segment = fc.constantFrom('src', 'a.ts', 'oa.ts', 'auth', '.', '..', '', 'ü');
  const path = fc.array(segment, { maxLength: 5 }).map((segments) => segments.join('/'));
  const oracle = (content: string, paths: readonly string[], focal: readonly string[]): boolean => {
    const own = paths.length > 0 ? paths.map(pathSegments) : pathsInText(content);
    return focal.map(pathSegments).some((hint) => own.some((each) => pathsOverlap(each, hint)));
  };

  test('it is every path against every focal one', () => {
    const paths = fc.array(path, { maxLength: 3 });
    const content = paths.map((each) => `see ${each.join(', ')}:4 now`);
    fc.assert(
      fc.property(content, paths, paths, (text, own, focal) => {
        expect(concernsPaths(focal)({ content: text, metadata: { paths: own } })).toBe(oracle(text, own, focal));
      }),
      { numRuns: 2000 },
    );
  });
});
