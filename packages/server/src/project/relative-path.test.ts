import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { relativePath } from './relative-path.ts';

describe('a path as a client reports it is told from the top of the repository', () => {
  test.each([
    ['absolute', '/repo/api/src/a.ts', '/repo/api', '/repo/api', 'src/a.ts'],
    ['relative', 'src/a.ts', '/repo/api', '/repo/api', 'src/a.ts'],
    ['with a dot', './src/../src/a.ts', '/repo/api', '/repo/api', 'src/a.ts'],
    ['from a sub-directory', 'src/a.ts', '/repo/api', '/repo/api/packages/web', 'packages/web/src/a.ts'],
    ['up from a sub-directory', '../db/a.sql', '/repo/api', '/repo/api/packages/web', 'packages/db/a.sql'],
    [
      'from the top in a sub-directory',
      'packages/web/a.ts',
      '/repo/api',
      '/repo/api/packages/web',
      'packages/web/a.ts',
    ],
    ['a URL', 'file:///repo/api/src/a%20b.ts', '/repo/api', null, 'src/a b.ts'],
    ['a URL of Windows', 'file:///c%3A/work/api/src/a.ts', 'C:\\work\\api', null, 'src/a.ts'],
    ['Windows', 'C:\\work\\api\\src\\a.ts', 'c:\\work\\api', null, 'src/a.ts'],
    ['Windows, relative', 'src\\a.ts', 'C:\\work\\api', 'C:\\work\\api\\web', 'web/src/a.ts'],
    ['Windows in the root alone', 'src\\mixed/a.ts', 'C:\\work\\api', null, 'src/mixed/a.ts'],
    ['a link above the top', '/link/api/src/a.ts', '/disk/api', '/link/api/src', 'src/a.ts'],
    ['relative behind a link', 'a.ts', '/disk/api', '/link/api/src', 'src/a.ts'],
    ['without a root', '/repo/api/src/a.ts', null, '/repo/api', 'src/a.ts'],
    ['the top itself', '/repo/api/', '/repo/api', null, '.'],
    ['outside', '/etc/hosts', '/repo/api', '/repo/api', '/etc/hosts'],
    ['a neighbour whose name begins alike', '/repo/api-2/a.ts', '/repo/api', null, '/repo/api-2/a.ts'],
    ['up and out', '../other/a.ts', '/repo/api', '/repo/api', '/repo/other/a.ts'],
    ['a name with a backslash', 'src/a\\b.ts', '/repo/api', null, 'src/a\\b.ts'],
    ['a root at the top of the disk', '/src/a.ts', '/', null, 'src/a.ts'],
    ['another URL', 'https://example.org/a.ts', '/repo/api', '/repo/api', 'https://example.org/a.ts'],
    ['a URL that is none', 'file:///repo/api/100%.ts', '/repo/api', null, '100%.ts'],
  ])('%s', (_what, reported, root, directory, expected) => {
    expect(relativePath(reported, { root, directory })).toBe(expected);
  });

  test('without a place a relative path stays, and an absolute one', () => {
    expect(relativePath('src/a.ts', { root: null })).toBe('src/a.ts');
    expect(relativePath('/repo/api/a.ts', { root: null })).toBe('/repo/api/a.ts');
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
