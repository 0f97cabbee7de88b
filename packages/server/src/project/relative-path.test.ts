import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { relativePath } from './relative-path.ts';

describe('a path as a client reports it is told from the top of the repository', () => {
  test.each([
    ['absolute', '/work/api/src/a.ts', '/work/api', '/work/api', 'src/a.ts'],
    ['relative', 'src/a.ts', '/work/api', '/work/api', 'src/a.ts'],
    ['with a dot', './src/../src/a.ts', '/work/api', '/work/api', 'src/a.ts'],
    ['from a sub-directory', 'src/a.ts', '/work/api', '/work/api/packages/web', 'packages/web/src/a.ts'],
    ['up from a sub-directory', '../db/a.sql', '/work/api', '/work/api/packages/web', 'packages/db/a.sql'],
    [
      'from the top in a sub-directory',
      'packages/web/a.ts',
      '/work/api',
      '/work/api/packages/web',
      'packages/web/a.ts',
    ],
    ['a URL', 'file:///work/api/src/a%20b.ts', '/work/api', null, 'src/a b.ts'],
    ['a URL of Windows', 'file:///c%3A/work/api/src/a.ts', 'C:\\work\\api', null, 'src/a.ts'],
    ['Windows', 'C:\\work\\api\\src\\a.ts', 'c:\\work\\api', null, 'src/a.ts'],
    ['Windows, relative', 'src\\a.ts', 'C:\\work\\api', 'C:\\work\\api\\web', 'web/src/a.ts'],
    ['Windows in the root alone', 'src\\mixed/a.ts', 'C:\\work\\api', null, 'src/mixed/a.ts'],
    ['a link above the top', '/tmp/api/src/a.ts', '/private/tmp/api', '/tmp/api/src', 'src/a.ts'],
    ['relative behind a link', 'a.ts', '/private/tmp/api', '/tmp/api/src', 'src/a.ts'],
    ['without a root', '/work/api/src/a.ts', null, '/work/api', 'src/a.ts'],
    ['the top itself', '/work/api/', '/work/api', null, '.'],
    ['outside', '/etc/hosts', '/work/api', '/work/api', '/etc/hosts'],
    ['a neighbour whose name begins alike', '/work/api-2/a.ts', '/work/api', null, '/work/api-2/a.ts'],
    ['up and out', '../other/a.ts', '/work/api', '/work/api', '/work/other/a.ts'],
    ['a name with a backslash', 'src/a\\b.ts', '/work/api', null, 'src/a\\b.ts'],
    ['a root at the top of the disk', '/src/a.ts', '/', null, 'src/a.ts'],
    ['a URL that is none', 'file:///work/api/100%.ts', '/work/api', null, '100%.ts'],
  ])('%s', (_what, reported, root, directory, expected) => {
    expect(relativePath(reported, { root, directory })).toBe(expected);
  });

  test('without a place a relative path stays, and an absolute one', () => {
    expect(relativePath('src/a.ts', { root: null })).toBe('src/a.ts');
    expect(relativePath('/work/api/a.ts', { root: null })).toBe('/work/api/a.ts');
  });

  test('telling it twice changes nothing', () => {
    const part = fc.stringMatching(/^[a-z]{1,4}$/u);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), fc.array(part, { minLength: 1 }), (top, file) => {
        const root = `/${top.join('/')}`;
        const once = relativePath(`${root}/${file.join('/')}`, { root });
        expect(once).toBe(file.join('/'));
        expect(relativePath(once, { root })).toBe(once);
      }),
    );
  });
});
